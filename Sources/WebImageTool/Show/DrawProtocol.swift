/// How a terminal is given pixels.
enum DrawProtocol: String, Sendable, CaseIterable {
    case auto, kitty, iterm, sixel, blocks
}
