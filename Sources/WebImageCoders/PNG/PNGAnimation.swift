internal import FoundationEssentials
internal import WebImageCore

/// The frames of an animated PNG (PNG 3rd edition, 4.9).
struct PNGAnimation: Sendable {
    struct Frame: Sendable {
        var part: AnimationPart
        /// Where the frame's compressed pixels stand in the file.
        var pixels: [Range<Int>]
    }

    /// 0 is for ever.
    let loopCount: Int
    let frames: [Frame]

    /// Gathers frames from chunks in order.
    ///
    /// As in browsers a broken chunk ends the animation: the frames before it play, and where there is none the file
    /// is a still.
    struct Collector {
        let canvas: PixelSize
        private(set) var hasSeenPixels = false
        private var loopCount: Int?
        private var frames: [Frame] = []
        private var nextSequence: UInt32 = 0
        private var isBroken = false
        private var beginsWithDefaultImage = false

        init(canvas: PixelSize) { self.canvas = canvas }

        mutating func take(_ chunk: PNGChunk, _ file: PNGBytes) {
            switch chunk.kind {
            case .animation: begin(chunk, file)
            case .pixels:
                if !hasSeenPixels { beginsWithDefaultImage = !frames.isEmpty && !isBroken }
                hasSeenPixels = true
                if beginsWithDefaultImage, frames.count == 1 { frames[0].pixels.append(chunk.content) }
            case .frame: addFrame(chunk, file)
            case .framePixels: addPixels(chunk, file)
            default: break
            }
        }

        /// Whether the still before the frames is none of them.
        var hidesDefaultImage: Bool { loopCount != nil && hasSeenPixels && !beginsWithDefaultImage }

        /// Nil for a still.
        var result: PNGAnimation? {
            guard let loopCount else { return nil }
            // The last frame may have been cut off before its pixels.
            let whole = frames.prefix { !$0.pixels.isEmpty }
            guard !whole.isEmpty else { return nil }
            return PNGAnimation(loopCount: loopCount, frames: Array(whole))
        }

        private mutating func begin(_ chunk: PNGChunk, _ file: PNGBytes) {
            guard loopCount == nil, !hasSeenPixels, chunk.isWhole, chunk.content.count >= 8,
                let count = file.unsigned32(at: chunk.content.lowerBound), count > 0,
                let plays = file.unsigned32(at: chunk.content.lowerBound + 4)
            else { return }
            loopCount = Int(plays)
        }

        private mutating func addFrame(_ chunk: PNGChunk, _ file: PNGBytes) {
            guard loopCount != nil, !isBroken else { return }
            guard chunk.isWhole, isNext(chunk, file), !lastIsEmpty, let part = part(chunk.content, file) else {
                isBroken = true
                return
            }
            if !hasSeenPixels, !part.covers(canvas) {
                isBroken = true
                return
            }
            frames.append(Frame(part: part, pixels: []))
        }

        private mutating func addPixels(_ chunk: PNGChunk, _ file: PNGBytes) {
            guard loopCount != nil, !isBroken else { return }
            guard hasSeenPixels, !frames.isEmpty, !(beginsWithDefaultImage && frames.count == 1), isNext(chunk, file)
            else {
                isBroken = true
                return
            }
            frames[frames.count - 1].pixels.append(chunk.content.dropFirst(4))
        }

        /// Two frame controls in a row: the first one has no pixels.
        private var lastIsEmpty: Bool { frames.last.map { $0.pixels.isEmpty } ?? false }

        private mutating func isNext(_ chunk: PNGChunk, _ file: PNGBytes) -> Bool {
            guard chunk.content.count >= 4, file.unsigned32(at: chunk.content.lowerBound) == nextSequence else {
                return false
            }
            nextSequence += 1
            return true
        }

        /// What a frame control says; nil where that makes no sense.
        private func part(_ content: Range<Int>, _ file: PNGBytes) -> AnimationPart? {
            let start = content.lowerBound
            guard content.count >= 26, let width = file.unsigned32(at: start + 4),
                let height = file.unsigned32(at: start + 8), let x = file.unsigned32(at: start + 12),
                let y = file.unsigned32(at: start + 16), let numerator = file.unsigned16(at: start + 20),
                let denominator = file.unsigned16(at: start + 22)
            else { return nil }
            let rect = PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
            guard !rect.isEmpty, rect.clipped(to: canvas) == rect else { return nil }
            var disposal: AnimationPart.Disposal
            switch file[start + 24] {
            case 0: disposal = .keep
            case 1: disposal = .clear
            case 2: disposal = frames.isEmpty ? .clear : .restore
            default: return nil
            }
            guard file[start + 25] <= 1 else { return nil }
            let duration = Duration.nanoseconds(
                Int64(numerator) * 1_000_000_000 / Int64(denominator == 0 ? 100 : denominator))
            return AnimationPart(
                rect: rect, duration: duration, disposal: disposal, blend: file[start + 25] == 0 ? .replace : .over)
        }
    }
}
