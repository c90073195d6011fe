internal import WebImageCore

extension Options {
    static let drawProtocol = CommandOption<DrawProtocol>(
        choice: "--protocol", help: "How the terminal is given pixels; auto takes the best that it is known to have.")
    static let cells = CommandOption(
        "--size", "COLSxROWS", help: "Draw inside of a box of so many columns and rows.",
        expects: "COLSxROWS, each from 1 to 1000"
    ) { text -> PixelSize? in
        guard text.contains("x"), let size = ValueText.size(text), size.width <= 1000, size.height <= 1000 else {
            return nil
        }
        return size
    }
    static let window = CommandOption(flag: "--window", help: "Open a window instead.")
}
