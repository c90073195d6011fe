import WebImage

/// One load of a storm, and what its end must be.
struct StormLoad: Sendable {
    let task: LoadTask
    let ends: StormEnds
    let color: PixelColor
    let fault: StormServer.Fault

    /// Waits for the end: its name, and what is wrong with it.
    func end() async -> (String, String?) {
        let outcome = await task.result
        let address = task.request.url.string
        guard ends.count == 1 else { return ("\(outcome)", "\(address): \(ends.count) ends") }
        if let fault = ends.fault { return ("\(outcome)", "\(address): \(fault)") }
        switch outcome {
        case .success(let loaded):
            let bitmap = loaded.image.bitmap
            let middle = bitmap[bitmap.size.width / 2, bitmap.size.height / 2]
            return ("picture", isNear(middle) ? nil : "\(address): shows \(middle), not \(color)")
        case .failure(let error):
            let isExpected = error.code == .cancelled || expected.contains(error.code)
            return (error.code.rawValue, isExpected ? nil : "\(address): \(error)")
        }
    }

    private func isNear(_ other: PixelColor) -> Bool {
        func distance(_ a: UInt8, _ b: UInt8) -> Int { abs(Int(a) - Int(b)) }
        return max(
            distance(color.red, other.red), distance(color.green, other.green), distance(color.blue, other.blue)) <= 1
    }

    private var expected: [WebImageError.Code] {
        switch fault {
        case .none, .slow: []
        case .notFound, .serverError: [.httpStatus]
        case .reset: [.connectionLost, .cannotConnect]
        case .short: [.truncated, .connectionLost]
        case .html: [.notAnImage]
        case .corrupt: [.corruptImage, .truncated]
        }
    }
}
