import FuzzSupport

fuzz { decode($0, as: .webp) }
