"""Clear dice for training, made by a physically based renderer and kept as a folder of pictures."""
