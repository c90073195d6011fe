internal import Glibc

/// What a descriptor leads to, as far as people see it.
enum TerminalSize {
    struct Size: Equatable {
        var columns: Int
        var rows: Int
        /// The size of one cell in pixels; 0 where the terminal doesn't say.
        var cellWidth = 0
        var cellHeight = 0
    }

    /// The size of the terminal behind `descriptor`; nil where there is none.
    static func of(_ descriptor: Int32) -> Size? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return nil
        }
        var size = Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
        if window.ws_xpixel > 0, window.ws_ypixel > 0 {
            size.cellWidth = Int(window.ws_xpixel) / size.columns
            size.cellHeight = Int(window.ws_ypixel) / size.rows
        }
        return size
    }
}
