import FoundationEssentials
import WebImageCache
import WebImageCore

/// Bytes that look like no others of another seed.
func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    var data = Data(capacity: count + 8)
    while data.count < count {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        withUnsafeBytes(of: state) { data.append(contentsOf: $0) }
    }
    return data.prefix(count)
}

func entry(_ count: Int, seed: UInt64 = 1, _ change: (inout CacheMetadata) -> Void = { _ in }) -> CacheEntry {
    var metadata = CacheMetadata()
    change(&metadata)
    return CacheEntry(data: Data(bytes(count, seed: seed)), metadata: metadata)
}

func image(_ width: Int = 4, _ height: Int = 4) throws -> DecodedImage {
    let size = PixelSize(width: width, height: height)
    let bitmap = try BitmapBuffer(size).finish(isOpaque: false)
    return DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: size))
}
