import WebImage

/// What one picture came to.
struct Row: Sendable {
    let url: ImageURL
    let outcome: Result<LoadedImage, WebImageError>
    let duration: Duration

    var bitmap: Bitmap? { try? outcome.get().image.bitmap }

    /// Source, format, size, frames, from, milliseconds.
    var cells: [String] {
        let name = url.lastPathComponent.isEmpty ? url.description : url.lastPathComponent
        let milliseconds = String(Int(duration / .milliseconds(1)))
        switch outcome {
        case .success(let loaded):
            let info = loaded.image.info
            let original = info.orientation.displayed(info.storedSize)
            return [
                name, "\(info.format)", "\(original)", "\(info.frameCount)", loaded.source.rawValue, milliseconds,
            ]
        case .failure(let error):
            return [name, "-", "-", "-", "\(error.code): \(error.message)", milliseconds]
        }
    }
}
