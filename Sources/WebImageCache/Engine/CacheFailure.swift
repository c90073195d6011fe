internal import WebImageCore

/// Turns what went wrong inside into what a caller is told.
enum CacheFailure {
    static func error(_ error: any Error, _ work: String, _ folder: CacheFolder) -> WebImageError {
        if let error = error as? WebImageError { return error }
        if (error as? FileError)?.isFull == true || (error as? SQLiteError)?.isFull == true {
            return WebImageError(
                .diskFull, "There is no room for the cache in \(folder.path): free some space or lower its limits.",
                underlying: "\(error)")
        }
        if let error = error as? FileError, error.call == "mkdir", error.isMissing {
            return WebImageError(
                .cacheFailed, "The cache \(folder.path) can't be \(work): there is a file where a folder should be.",
                underlying: "\(error)")
        }
        return WebImageError(
            .cacheFailed, "The cache \(folder.path) can't be \(work); loads go on without it.", underlying: "\(error)")
    }
}
