"""Whether a table is fit to be read by its camera: one picture judged in every way that people can mend."""
