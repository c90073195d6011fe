internal import WebImageCore

extension Options {
    static let output = CommandOption(
        "-o", "PATH",
        help:
            "Write to PATH: a file; a folder (it exists or ends in /, then it is made), where files are named after the sources; - for standard output; with --all-frames a pattern with %d or %03d.",
        expects: "a path", completion: .files
    ) { $0.isEmpty ? nil : $0 }

    /// The formats that can be asked for, as they are called on the command line.
    static let formats: [ImageFormat] = [.jpeg, .png, .webp, .gif, .avif, .jxl, .heic, .tiff, .bmp]

    static let format = CommandOption(
        "--format", "F",
        help:
            "Write as jpeg, png, webp, gif, avif, jxl, heic, tiff or bmp. Default: what PATH's extension says, else the source's own.",
        expects: "one of \(formats.map(\.rawValue).joined(separator: ", "))",
        completion: .words(formats.map(\.rawValue))
    ) { text in
        formats.first { $0.rawValue == text.lowercased() }
    }
    static let quality = CommandOption(
        "--quality", "1…100", help: "How good a picture with loss is; 100 is best.",
        expects: "a whole number from 1 to 100"
    ) { ValueText.wholeNumber($0, in: 1...100) }
    static let lossless = CommandOption(flag: "--lossless", help: "Write without loss where the format can.")

    static let firstFrame = CommandOption(flag: "--first-frame", help: "Of an animation take the first frame.")
    static let frame = CommandOption(
        "--frame", "N", help: "Of an animation take frame N; the first is 0.", expects: "a whole number from 0"
    ) { ValueText.wholeNumber($0, in: 0...Int.max) }
    static let allFrames = CommandOption(
        flag: "--all-frames", help: "Write every frame as it is shown to a file of its own.")
}
