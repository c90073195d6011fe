// Nothing to use: that this target compiles is what it is for.
