#if JXL
    internal import FoundationEssentials
    internal import WebImageCore

    /// The boxes around a JPEG XL codestream (ISO 18181-2, 9).
    enum JXLContainer {
        /// The EXIF block, from its TIFF header on; nil where there is none or it is packed.
        static func exif(in data: Data) -> Data? {
            var offset = data.startIndex
            while data.endIndex - offset >= 8 {
                let type = data[offset + 4..<offset + 8]
                var header = 8
                var length = number(data[offset..<offset + 4])
                if length == 1 {
                    guard data.endIndex - offset >= 16 else { return nil }
                    header = 16
                    length = number(data[offset + 8..<offset + 16])
                }
                if length == 0 { length = UInt64(data.endIndex - offset) }
                guard length >= UInt64(header), length <= UInt64(data.endIndex - offset) else { return nil }
                let body = data[offset + header..<offset + Int(length)]
                if type.elementsEqual("Exif".utf8), body.count > 4 {
                    let skipped = number(body.prefix(4))
                    guard skipped < UInt64(body.count - 4) else { return nil }
                    return Data(body.dropFirst(4 + Int(skipped)))
                }
                offset += Int(length)
            }
            return nil
        }

        private static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    }
#endif
