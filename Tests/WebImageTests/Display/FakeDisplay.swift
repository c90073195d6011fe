import WebImage
import WebImageTesting

/// A display without pixels that remembers what it was asked to show.
@MainActor
final class FakeDisplay: ImageDisplay {
    let displayState = DisplayState()
    var displaySize = DisplaySize.unlimited
    private(set) var updates: [DisplayUpdate] = []

    func show(_ update: DisplayUpdate) { updates.append(update) }

    /// What is on screen: nil for nothing.
    var image: DecodedImage? { updates.last?.image }
    var color: PixelColor? { image?.bitmap[0, 0] }
    var kinds: [DisplayUpdate.Kind] { updates.map(\.kind) }
}

/// An indicator that remembers its calls.
@MainActor
final class FakeIndicator: LoadIndicator {
    private(set) var log: [String] = []

    func start() { log.append("start") }
    func stop() { log.append("stop") }
    func update(_ fraction: Double?) { log.append("\(fraction ?? -1)") }
}

/// Notes of closures on the main actor.
@MainActor
final class Notes {
    var all: [String] = []

    func outcome(_ name: String) -> DisplayLoad.Completion {
        { [self] outcome in
            switch outcome {
            case .success(let loaded): all.append("\(name) \(loaded.source)")
            case .failure(let error): all.append("\(name) \(error.code)")
            }
        }
    }
}

extension DecodedImage {
    static func plain(_ color: PixelColor) throws -> DecodedImage {
        let bitmap = try Bitmap(PixelSize(width: 2, height: 2), color: color)
        return DecodedImage(bitmap: bitmap, info: ImageInfo(format: .png, size: bitmap.size))
    }
}
