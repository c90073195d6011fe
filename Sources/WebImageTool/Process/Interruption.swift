internal import Glibc
internal import WebImageCore

/// Ends the program cleanly on Ctrl-C, SIGTERM and SIGHUP.
///
/// The signals are blocked in every thread and taken by one that waits for them, so that handlers may lock and allocate.
enum Interruption {
    private struct State {
        var signal: Int32?
        var nextIdentifier = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private static let state = Lock(State())

    /// How long the program may take to end by itself once it was told to.
    private static let patience: useconds_t = 1_500_000

    /// The exit code of an interrupted program, once it is interrupted: 128 and the signal's number.
    static var exitCode: Int32? { state.withLock { $0.signal }.map { 128 + $0 } }

    // Invariant behind `nonisolated(unsafe)`: written by `begin` only, before the thread and the handler that read them exist.
    private nonisolated(unsafe) static var signals = sigset_t()
    private nonisolated(unsafe) static var waiter = pthread_t()

    /// Blocks the signals; called before any thread is started, since threads inherit the mask.
    static func begin() {
        // A reader that went away is seen as an error of `write`.
        signal(SIGPIPE, SIG_IGN)
        sigemptyset(&signals)
        // What the parent ignores (`nohup`) stays ignored.
        let numbers = [SIGINT, SIGTERM, SIGHUP].filter { number in
            var action = sigaction()
            return sigaction(number, nil, &action) != 0 || !isIgnored(action)
        }
        for number in numbers { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        pthread_create(
            &waiter, nil,
            { _ in
                var number: Int32 = 0
                while true {
                    if sigwait(&Interruption.signals, &number) == 0 { Interruption.interrupted(by: number) }
                }
            }, nil)
        // The first thread waits for Dispatch's main queue with all signals let through (`sigsuspend`), where they would end
        // the process at once: it hands them to the thread above.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { pthread_kill(Interruption.waiter, $0) }
        action.sa_flags = SA_RESTART
        for number in numbers { sigaction(number, &action, nil) }
    }

    /// Runs `handler` when the program is interrupted; gives what ``remove(_:)`` takes.
    static func onInterruption(_ handler: @escaping @Sendable () -> Void) -> Int {
        let (identifier, isInterrupted) = state.withLock { state in
            state.nextIdentifier += 1
            state.handlers[state.nextIdentifier] = handler
            return (state.nextIdentifier, state.signal != nil)
        }
        if isInterrupted { handler() }
        return identifier
    }

    static func remove(_ identifier: Int) { state.withLock { _ = $0.handlers.removeValue(forKey: identifier) } }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func interrupted(by number: Int32) {
        let (handlers, isFirst) = state.withLock { state in
            let isFirst = state.signal == nil
            state.signal = number
            return (state.handlers.sorted { $0.key < $1.key }.map(\.value), isFirst)
        }
        // The second Ctrl-C doesn't wait for anything.
        guard isFirst else { leave(number) }
        for handler in handlers { handler() }
        Thread.start(named: "impatience") {
            usleep(patience)
            leave(number)
        }
    }

    private static func leave(_ number: Int32) -> Never {
        TemporaryFiles.removeAll()
        _exit(128 + number)
    }
}
