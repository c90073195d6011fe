import WebImage

/// What a snippet shows, in order.
///
/// A class: local functions that capture a variable and are called in a `do` with a `catch where` crash the 6.3.1 compiler.
final class Screen: Sendable {
    private let shown = Lock<(texts: [String], images: [DecodedImage], sources: [LoadedImage.Source])>(([], [], []))

    var texts: [String] { shown.withLock { $0.texts } }
    var images: [DecodedImage] { shown.withLock { $0.images } }
    var sources: [LoadedImage.Source] { shown.withLock { $0.sources } }

    func show(_ text: String) { shown.withLock { $0.texts.append(text) } }

    func show(_ image: DecodedImage) { shown.withLock { $0.images.append(image) } }

    func show(_ loaded: LoadedImage) { shown.withLock { $0.sources.append(loaded.source) } }
}
