package import WebImageCore

extension Thread {
    /// Does work that blocks on a thread of its own, so that the tests beside it go on.
    package static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start(named: "blocking") { continuation.resume(with: Result { try work() }) }
        }
    }
}
