internal import Glibc

/// Hears from the kernel when programs wait for memory: pressure stall information of this process's control group, or of the machine
/// (Linux `Documentation/accounting/psi.rst`).
///
/// One thread sleeps for all observers; where the kernel offers nothing, none is started and no pressure is ever told.
public final class SystemMemoryPressureSource: MemoryPressureSource {
    private struct State {
        var next = 0
        var handlers: [Int: @Sendable (MemoryPressureLevel) -> Void] = [:]
        var isWatching = false
    }

    private final class Observation: MemoryPressureObservation {
        let source: SystemMemoryPressureSource
        let number: Int

        init(source: SystemMemoryPressureSource, number: Int) {
            self.source = source
            self.number = number
        }

        deinit { source.state.withLock { _ = $0.handlers.removeValue(forKey: number) } }
    }

    static let shared = SystemMemoryPressureSource()

    private let state = Lock(State())

    private init() {}

    public func observe(_ handler: @escaping @Sendable (MemoryPressureLevel) -> Void) -> any MemoryPressureObservation {
        let (number, starts) = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            defer { state.isWatching = true }
            return (state.next, !state.isWatching)
        }
        if starts { Thread.start(named: "wi-pressure") { [self] in watch() } }
        return Observation(source: self, number: number)
    }

    /// Sleeps until the kernel reports pressure; for as long as the process runs.
    private func watch() {
        // A tenth of two seconds lost by some, or by all: two seconds is what the kernel allows everybody.
        let triggers: [(MemoryPressureLevel, String)] = [
            (.warning, "some 200000 2000000"), (.critical, "full 200000 2000000"),
        ]
        var levels: [MemoryPressureLevel] = []
        var polled: [pollfd] = []
        for (level, trigger) in triggers {
            guard let descriptor = Self.open(trigger) else { continue }
            levels.append(level)
            polled.append(pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0))
        }
        defer { for entry in polled { close(entry.fd) } }
        while !polled.isEmpty {
            guard poll(&polled, nfds_t(polled.count), -1) > 0 else {
                if errno == EINTR { continue }
                return
            }
            // POLLERR: the control group is gone.
            if polled.contains(where: { $0.revents & Int16(POLLERR) != 0 }) { return }
            let reported = zip(levels, polled).filter { $0.1.revents & Int16(POLLPRI) != 0 }.map(\.0)
            if let level = reported.last { tell(level) }
        }
    }

    private func tell(_ level: MemoryPressureLevel) {
        for handler in state.withLock({ Array($0.handlers.values) }) { handler(level) }
    }

    /// A descriptor that becomes ready when `trigger` is met.
    private static func open(_ trigger: String) -> Int32? {
        let groups = MachineMemory.controlGroups.map { $0 + "/memory.pressure" }
        for path in groups + ["/proc/pressure/memory"] {
            let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            // The kernel wants the text with its zero byte.
            if trigger.withCString({ write(descriptor, $0, trigger.utf8.count + 1) }) > 0 { return descriptor }
            close(descriptor)
        }
        return nil
    }
}
