internal import CWebImageWebP
internal import WebImageCore

/// How the library is to compress.
struct WebPSettings {
    let config: WebPConfig

    /// - Parameters:
    ///   - quality: 0…1.
    ///   - effort: 0…1; nil is the library's usual.
    init(quality: Double, isLossless: Bool, effort: Double?) throws(WebImageError) {
        var config = WebPConfig()
        guard WebPConfigInit(&config) != 0 else {
            throw WebImageError(.encodeFailed, "The WebP library here is another one than this was built for.")
        }
        let effort = effort.map { min(1, max(0, $0)) }
        if isLossless {
            _ = WebPConfigLosslessPreset(&config, Int32(((effort ?? 0.67) * 9).rounded()))
        } else {
            config.quality = Float(quality * 100)
            config.method = Int32(((effort ?? 0.67) * 6).rounded())
        }
        config.thread_level = 1
        guard WebPValidateConfig(&config) != 0 else {
            throw WebImageError(.encodeFailed, "WebP can't be written with a quality of \(quality).")
        }
        self.config = config
    }
}
