internal import WebImageCore
internal import WebImageEditing

extension Options {
    private static let colorText = "#RGB, #RGBA, #RRGGBB, #RRGGBBAA or the name of a CSS color"

    static let size = CommandOption<EditArgument>(
        "--size", "N|WxH",
        help: "Make it fit into a box of N×N or W×H pixels; it is never enlarged without --enlarge.",
        expects: "N or WxH with sides of at least 1 pixel"
    ) { ValueText.size($0).map { .size($0) } }
    static let fit = CommandOption<ThumbnailSize.Fit>(
        choice: "--fit",
        help: "How --size fits: inside of the box, filling the box with the middle cut out, or stretched (contain).")
    static let enlarge = CommandOption(flag: "--enlarge", help: "Let --size make small pictures and drawings larger.")
    static let crop = CommandOption<EditArgument>(
        "--crop", "X,Y,W,H", help: "Cut out W×H pixels, X from the left and Y from the top.",
        expects: "X,Y,W,H in whole pixels, W and H at least 1"
    ) { ValueText.rectangle($0).map { .crop($0) } }
    static let rotate = CommandOption<EditArgument>(
        "--rotate", "DEG", help: "Turn clockwise by any angle in degrees; the canvas grows.",
        expects: "a number of degrees"
    ) { ValueText.number($0, in: -1e6...1e6).map { .rotate(degrees: $0) } }
    static let flip = CommandOption<EditArgument>(
        "--flip", "h|v", help: "Mirror: h exchanges left and right, v top and bottom.", expects: "h or v",
        completion: .words(EditArgument.Axis.allCases.map(\.rawValue))
    ) { EditArgument.Axis(rawValue: $0).map { .flip($0) } }
    static let round = CommandOption<EditArgument>(
        "--round", "R", help: "Round the corners with a radius of R pixels, or R% of the shorter side.",
        expects: "a number of pixels (12 or 12px), or of percent from 0% to 100%"
    ) { EditArgument.radius($0).map { .round($0) } }
    static let border = CommandOption<EditArgument>(
        "--border", "W,COLOR", help: "Draw a border of W pixels inside of the bounds.",
        expects: "W,COLOR: a width above 0, and \(colorText)", parse: EditArgument.border)
    static let background = CommandOption<EditArgument>(
        "--background", "COLOR", help: "Paint COLOR below what is clear.", expects: colorText
    ) { PixelColor(parsing: $0).map { .background($0) } }
    static let blur = CommandOption<EditArgument>(
        "--blur", "SIGMA", help: "Blur (Gaussian) with a standard deviation of SIGMA pixels.",
        expects: "a number of pixels from 0"
    ) { ValueText.number($0, in: 0...1e6).map { .blur(sigma: $0) } }
    static let tint = CommandOption<EditArgument>(
        "--tint", "COLOR", help: "Color the picture with COLOR.", expects: colorText
    ) { PixelColor(parsing: $0).map { .tint($0) } }
    static let grayscale = CommandOption<EditArgument>(edit: .grayscale, "--grayscale", help: "Take the colors out.")

    /// All options that are edits; they are applied in the order written.
    static let edits = [size, crop, rotate, flip, round, border, background, blur, tint, grayscale]
}

extension CommandOption where Value == EditArgument {
    /// An edit without a value.
    init(edit: EditArgument, _ name: String, help: String) {
        definition = OptionDefinition(
            name: name, placeholder: nil, help: help, isRepeatable: false, completion: .nothing)
        expectation = "no value"
        parse = { _ in edit }
    }
}
