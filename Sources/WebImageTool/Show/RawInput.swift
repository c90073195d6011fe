internal import Glibc
internal import WebImageCore

/// Keys as they are pressed, without waiting for Return.
///
/// The terminal is set back by ``end()``, which also runs when the program is interrupted.
final class RawInput: Sendable {
    private let saved: Lock<termios?>
    private let registration = Lock<Int?>(nil)

    /// Nil where standard input is no terminal, or another job's.
    init?() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return nil }
        saved = Lock(settings)
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &settings) == 0 else { return nil }
        let number = Interruption.onInterruption { [weak self] in self?.end() }
        registration.withLock { $0 = number }
    }

    deinit { end() }

    func end() {
        saved.withLock { saved in
            guard var settings = saved else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            saved = nil
        }
        registration.withLock { number in
            if let number { Interruption.remove(number) }
            number = nil
        }
    }

    /// Whether a key is pressed within `milliseconds`; the key is taken.
    func isKeyPressed(within milliseconds: Int) -> Bool {
        var poll = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, Int32(milliseconds)) > 0 else { return false }
        var keys = [UInt8](repeating: 0, count: 64)
        _ = read(STDIN_FILENO, &keys, keys.count)
        return true
    }
}
