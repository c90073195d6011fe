import CBenchBaseline
import FoundationEssentials
import WebImage

/// A format's own library, decoding into memory of ours: what a full decode is held against.
struct BareDecoder: Sendable {
    typealias Function =
        @Sendable (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>?, Int, inout Int32, inout Int32) -> Int32

    let library: String
    let function: Function

    static let all: [ImageFormat: BareDecoder] = [
        .jpeg: BareDecoder(library: "libjpeg-turbo") { bench_decode_jpeg($0, $1, $2, $3, &$4, &$5) },
        .png: BareDecoder(library: "libpng") { bench_decode_png($0, $1, $2, $3, &$4, &$5) },
        .webp: BareDecoder(library: "libwebp") { bench_decode_webp($0, $1, $2, $3, &$4, &$5) },
        .gif: BareDecoder(library: "giflib") { bench_decode_gif($0, $1, $2, $3, &$4, &$5) },
        .avif: BareDecoder(library: "libavif") { bench_decode_avif($0, $1, $2, $3, &$4, &$5) },
        .heic: BareDecoder(library: "libheif") { bench_decode_heif($0, $1, $2, $3, &$4, &$5) },
        .jxl: BareDecoder(library: "libjxl") { bench_decode_jxl($0, $1, $2, $3, &$4, &$5) },
        .tiff: BareDecoder(library: "libtiff") { bench_decode_tiff($0, $1, $2, $3, &$4, &$5) },
        .svg: BareDecoder(library: "librsvg") { bench_decode_svg($0, $1, $2, $3, &$4, &$5) },
    ]

    /// Decodes once; the pixels are thrown away.
    func decode(_ data: Data) throws {
        try data.withUnsafeBytes { raw in
            guard let base = raw.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            var width: Int32 = 0
            var height: Int32 = 0
            precondition(function(base, raw.count, nil, 0, &width, &height) == 0, "\(library) can't read the header")
            let buffer = try BitmapBuffer(PixelSize(width: Int(width), height: Int(height)), zeroed: false)
            let pixels = buffer.baseAddress.assumingMemoryBound(to: UInt8.self)
            let status = function(base, raw.count, pixels, buffer.bytesPerRow, &width, &height)
            precondition(status == 0, "\(library) can't decode")
        }
    }
}
