import Testing
import WebImage

/// One row of the fault matrix: what is wrong with the server, the disk and the memory, and when the load is cancelled.
struct FaultCase: Sendable, CustomTestStringConvertible {
    enum Server: String, CaseIterable, Sendable {
        case works, notFound, serverError, reset, short, html, corrupt, empty, loops, isGone, stalls
    }

    enum Disk: String, CaseIterable, Sendable { case works, isMissing, isBlockedByFile, wasRemoved, hasGarbageIndex }

    enum Cancel: String, CaseIterable, Sendable { case never, atOnce, whileLoading }

    var server: Server
    var disk: Disk
    var hasMemory: Bool
    var cancel: Cancel

    /// A server that has nothing to hold back can't be met while it loads.
    private var isPossible: Bool { cancel != .whileLoading || server != .isGone }

    static let all: [FaultCase] = Server.allCases.flatMap { server in
        Disk.allCases.flatMap { disk in
            [true, false].flatMap { memory in
                Cancel.allCases.map { FaultCase(server: server, disk: disk, hasMemory: memory, cancel: $0) }
            }
        }
    }.filter(\.isPossible)

    /// The code that the load must end with; nil for a picture. What is wrong with the disk or the memory never matters.
    var expectedCode: WebImageError.Code? {
        guard cancel == .never else { return .cancelled }
        return switch server {
        case .works: nil
        case .notFound, .serverError: .httpStatus
        case .reset: .connectionLost
        case .short: .truncated
        case .html, .empty: .notAnImage
        case .corrupt: .corruptImage
        case .loops: .tooManyRedirects
        case .isGone: .cannotConnect
        case .stalls: .timeout
        }
    }

    /// Where a second load gets the picture from.
    var secondSource: LoadedImage.Source {
        if hasMemory { return .memory }
        return switch disk {
        case .works, .hasGarbageIndex: .disk
        // The folder is made again, and holds what was stored since.
        case .wasRemoved: .disk
        case .isMissing, .isBlockedByFile: .network
        }
    }

    var testDescription: String {
        "server \(server), disk \(disk), memory \(hasMemory ? "on" : "off"), cancel \(cancel)"
    }
}
