internal import Glibc
internal import WebImageCore

/// What people see on standard error: bars at the bottom, lines above them.
///
/// All writing happens under one lock, so that lines and bars never mix.
final class Console: Sendable {
    private struct Transfer {
        var name: String
        var progress: LoadProgress
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        var total = 0
        var ended = 0
        var failed = 0
        var bytes = 0
        /// How many lines of bars stand on the terminal now.
        var drawnLines = 0
        var isChanged = false
        var isFinished = false
    }

    let style: TextStyle
    /// Whether bars are drawn.
    let hasBars: Bool
    private let descriptor: Int32
    private let state = Lock(State())

    init(progress: ProgressMode = .never, descriptor: Int32 = STDERR_FILENO) {
        self.descriptor = descriptor
        style = .of(descriptor)
        hasBars =
            switch progress {
            case .always: true
            case .never: false
            case .auto: isatty(descriptor) != 0 && Environment["TERM"] != "dumb"
            }
    }

    /// Says how many things there are to do; the bars begin.
    func begin(total: Int) {
        guard hasBars else { return }
        state.withLock { state in
            state.total = total
            state.isChanged = true
        }
        // A thread of its own: a terminal that is held by Ctrl-S blocks whoever writes.
        Thread.start(named: "progress") { [self] in
            while state.withLock({ !$0.isFinished }) {
                usleep(80_000)
                redraw()
            }
        }
    }

    func progress(_ identifier: Int, name: String, _ progress: LoadProgress) {
        guard hasBars else { return }
        state.withLock { state in
            state.transfers[identifier] = Transfer(name: name, progress: progress)
            state.isChanged = true
        }
    }

    func ended(_ identifier: Int, count: Int = 1, bytes: Int, failed: Bool) {
        guard hasBars else { return }
        state.withLock { state in
            state.transfers[identifier] = nil
            state.ended += count
            if failed { state.failed += count }
            state.bytes += bytes
            state.isChanged = true
        }
    }

    /// Says that one more thing has ended, and how many bytes have come in all.
    func ended(totalBytes: Int, failed: Bool) {
        guard hasBars else { return }
        state.withLock { state in
            state.ended += 1
            if failed { state.failed += 1 }
            state.bytes = max(state.bytes, totalBytes)
            state.isChanged = true
        }
    }

    /// Writes a line above the bars.
    func line(_ text: String) {
        state.withLock { state in
            write(Self.erasure(of: &state) + text + "\n")
            state.isChanged = true
        }
    }

    func error(_ text: String) { line("\(style.red("webimage:")) \(text)") }

    /// Takes the bars away; nothing is drawn afterwards.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            guard state.drawnLines > 0 else { return }
            write(Self.erasure(of: &state))
        }
    }

    private func redraw() {
        state.withLock { state in
            guard state.isChanged, !state.isFinished else { return }
            state.isChanged = false
            let size = TerminalSize.of(descriptor) ?? TerminalSize.Size(columns: 80, rows: 24)
            let lines = Self.bars(state, rows: size.rows).map { $0.line(columns: size.columns, style: style) }
            let start = Self.home(state.drawnLines)
            state.drawnLines = lines.count
            write(start + lines.map { "\u{1B}[2K" + $0 }.joined(separator: "\n") + "\u{1B}[J")
        }
    }

    private static func bars(_ state: State, rows: Int) -> [ProgressBar] {
        let shown = state.transfers.sorted { $0.key < $1.key }.prefix(max(0, min(12, rows - 2)))
        var bars = shown.map { _, transfer in
            let progress = transfer.progress
            let total = progress.total.map { " of \(Quantity.bytes($0))" } ?? ""
            return ProgressBar(
                name: transfer.name, fraction: progress.fraction, detail: Quantity.bytes(progress.received) + total)
        }
        let failed = state.failed > 0 ? ", \(state.failed) failed" : ""
        bars.append(
            ProgressBar(
                name: "\(state.ended) of \(state.total)",
                fraction: state.total > 0 ? Double(state.ended) / Double(state.total) : 1,
                detail: Quantity.bytes(state.bytes) + failed))
        return bars
    }

    /// Moves to where the first bar stands.
    private static func home(_ lines: Int) -> String {
        guard lines > 0 else { return "" }
        return lines > 1 ? "\r\u{1B}[\(lines - 1)A" : "\r"
    }

    private static func erasure(of state: inout State) -> String {
        defer { state.drawnLines = 0 }
        return state.drawnLines > 0 ? home(state.drawnLines) + "\u{1B}[J" : ""
    }

    private func write(_ text: String) { _ = Descriptor.write(text, to: descriptor) }
}
