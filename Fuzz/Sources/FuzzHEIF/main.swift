import FuzzSupport

fuzz(.heic)
