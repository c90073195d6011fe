import FuzzSupport

fuzz(.tiff)
