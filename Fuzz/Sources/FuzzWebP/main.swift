import FuzzSupport

fuzz(.webp)
