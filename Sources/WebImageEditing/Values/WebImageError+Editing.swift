internal import WebImageCore

extension WebImageError {
    static func edit(_ message: String) -> WebImageError { WebImageError(.editFailed, message) }
}
