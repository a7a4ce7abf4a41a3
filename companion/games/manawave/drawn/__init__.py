"""The round dial, the tracker sheets and the pointers of Manawave as they are printed."""
