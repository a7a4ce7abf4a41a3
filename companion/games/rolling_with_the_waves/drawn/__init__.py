"""The maps, mini boards and screens of Rolling with the Waves as they are printed."""
