internal import WebImageCore

/// Finds the frames of a GIF without decoding any (GIF89a; the loop block as Netscape 2.0 defined it).
///
/// The parser goes over the bytes once and may be stopped after any of them: it is given all bytes so far, again and
/// again, and goes on where it stood. What it keeps is a fixed amount a frame.
struct GIFParser: Sendable {
    private enum Step {
        case header
        case block
        case image
        /// Inside the sub-blocks of an extension with this label; `index` is the next one's number.
        case extensionBlocks(label: UInt8, index: Int, isLooping: Bool)
        case imageBlocks
        case finished
    }

    private struct Control {
        var disposal = GIFFrame.Disposal.unspecified
        var delay = 0
        var transparentIndex: UInt8?
    }

    /// The size of the animation's canvas: the logical screen, made larger where the first frame doesn't fit on it.
    ///
    /// Nil until the first frame's place is known.
    private(set) var canvas: PixelSize?
    private(set) var frames: [GIFFrame] = []
    /// How often the animation plays in total; 0 is for ever. A file without a loop block plays once.
    private(set) var loopCount = 1

    private var globalPalette: Range<Int>?

    private let limits: DecodeLimits
    private var step = Step.header
    private var position = 0
    private var screen = PixelSize(width: 0, height: 0)
    private var control = Control()
    private var loopBlockFound = false

    init(limits: DecodeLimits) { self.limits = limits }

    /// Whether the trailer has been read: what follows it is no part of the picture.
    var isFinished: Bool { if case .finished = step { true } else { false } }

    /// Goes on over `bytes`, which begin with those given before.
    ///
    /// - Parameter frameLimit: Stops after so many frames are complete; for callers that need no more.
    mutating func advance(_ bytes: UnsafeRawBufferPointer, frameLimit: Int = .max) throws(WebImageError) {
        while try advanceOneStep(bytes) {
            if frames.count >= frameLimit, frames[frameLimit - 1].isComplete { return }
        }
    }

    /// Whether there was enough to take the step.
    private mutating func advanceOneStep(_ bytes: UnsafeRawBufferPointer) throws(WebImageError) -> Bool {
        switch step {
        case .header: return try readHeader(bytes)
        case .block: return readBlockBegin(bytes)
        case .image: return try readImage(bytes)
        case .extensionBlocks(let label, let index, let isLooping):
            return readExtension(bytes, label: label, index: index, isLooping: isLooping)
        case .imageBlocks: return skipImageBlock(bytes)
        case .finished: return false
        }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    private func has(_ count: Int, in bytes: UnsafeRawBufferPointer) -> Bool { bytes.count - position >= count }

    private mutating func readHeader(_ bytes: UnsafeRawBufferPointer) throws(WebImageError) -> Bool {
        guard has(13, in: bytes) else { return false }
        guard bytes.starts(with: "GIF8".utf8) else {
            throw WebImageError(.corruptImage, "The data does not begin like a GIF.")
        }
        let flags = bytes[10]
        let paletteBytes = flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
        guard has(13 + paletteBytes, in: bytes) else { return false }
        screen = PixelSize(width: word(bytes, 6), height: word(bytes, 8))
        if paletteBytes > 0 { globalPalette = 13..<13 + paletteBytes }
        position = 13 + paletteBytes
        step = .block
        return true
    }

    private mutating func readBlockBegin(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard has(1, in: bytes) else { return false }
        switch bytes[position] {
        case 0x2C: step = .image
        case 0x3B: step = .finished
        case 0x21:
            guard has(2, in: bytes) else { return false }
            step = .extensionBlocks(label: bytes[position + 1], index: 0, isLooping: false)
            position += 1
        default: break  // Stray bytes between blocks are passed over, as other readers do.
        }
        position += 1
        return true
    }

    private mutating func readImage(_ bytes: UnsafeRawBufferPointer) throws(WebImageError) -> Bool {
        guard has(9, in: bytes) else { return false }
        let flags = bytes[position + 8]
        let paletteBytes = flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
        guard has(10 + paletteBytes, in: bytes) else { return false }
        var rect = PixelRect(
            x: word(bytes, position), y: word(bytes, position + 2), width: word(bytes, position + 4),
            height: word(bytes, position + 6))
        // Browsers take a side of zero for the screen's.
        if rect.width == 0 { rect.width = screen.width }
        if rect.height == 0 { rect.height = screen.height }
        if canvas == nil {
            let size = PixelSize(
                width: max(screen.width, rect.x + rect.width), height: max(screen.height, rect.y + rect.height))
            try limits.check(size)
            canvas = size
        }
        try limits.check(rect.size)
        try limits.check(frames: frames.count + 1)
        let palette = position + 9..<position + 9 + paletteBytes
        frames.append(
            GIFFrame(
                rect: rect, palette: palette.isEmpty ? globalPalette : palette,
                transparentIndex: control.transparentIndex, disposal: control.disposal, delay: control.delay,
                isInterlaced: flags & 0x40 != 0, minimumCodeSize: Int(bytes[palette.upperBound]),
                dataOffset: palette.upperBound + 1, isComplete: false))
        control = Control()
        position = palette.upperBound + 1
        step = .imageBlocks
        return true
    }

    private mutating func skipImageBlock(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard has(1, in: bytes) else { return false }
        let length = Int(bytes[position])
        guard has(1 + length, in: bytes) else { return false }
        position += 1 + length
        if length == 0 {
            frames[frames.count - 1].isComplete = true
            step = .block
        }
        return true
    }

    private mutating func readExtension(
        _ bytes: UnsafeRawBufferPointer, label: UInt8, index: Int, isLooping: Bool
    ) -> Bool {
        guard has(1, in: bytes) else { return false }
        let length = Int(bytes[position])
        guard has(1 + length, in: bytes) else { return false }
        let content = position + 1
        position = content + length
        guard length > 0 else {
            step = .block
            return true
        }
        var isLooping = isLooping
        if label == 0xF9, index == 0, length >= 4 {
            control.disposal = GIFFrame.Disposal(rawValue: Int(bytes[content] >> 2 & 7)) ?? .unspecified
            control.delay = word(bytes, content + 1)
            control.transparentIndex = bytes[content] & 1 == 0 ? nil : bytes[content + 3]
        } else if label == 0xFF, index == 0 {
            let name = bytes[content..<position]
            isLooping = name.starts(with: "NETSCAPE2.0".utf8) || name.starts(with: "ANIMEXTS1.0".utf8)
        } else if isLooping, !loopBlockFound, length >= 3, bytes[content] & 7 == 1 {
            // The block counts repeats: n more after the first play.
            let repeats = word(bytes, content + 1)
            loopCount = repeats == 0 ? 0 : repeats + 1
            loopBlockFound = true
        }
        step = .extensionBlocks(label: label, index: index + 1, isLooping: isLooping)
        return true
    }
}
