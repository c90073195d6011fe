import FuzzSupport

fuzz(.avif)
