internal import FoundationEssentials
internal import WebImageCore

extension ImageOrientation {
    /// The orientation that a file's metadata says: EXIF's tag, else that of XMP; upright where neither says anything.
    ///
    /// - Parameters:
    ///   - exif: An EXIF block with or without its signature.
    ///   - xmp: An XMP packet.
    init(exif: Data?, xmp: Data? = nil) {
        self =
            exif.flatMap { ExifBlock($0)?.orientation } ?? xmp.flatMap { ImageOrientation(xmp: $0) } ?? .up
    }

    /// `tiff:Orientation` as an attribute or an element (XMP specification, part 2, 3.3); nil where it isn't there.
    init?(xmp: Data) {
        let name = Array("tiff:Orientation".utf8)
        let text = [UInt8](xmp.prefix(1 << 16))
        var index = 0
        while let start = text[index...].firstIndex(of: name[0]) {
            index = start + 1
            guard text[start...].starts(with: name) else { continue }
            let rest = text[(start + name.count)...].prefix(8).drop { [0x20, 0x3D, 0x22, 0x27, 0x3E].contains($0) }
            guard let digit = rest.first, let value = ImageOrientation(rawValue: Int(digit) - 0x30) else { continue }
            self = value
            return
        }
        return nil
    }
}
