/// Anything that shows pictures: a widget, a list row, a texture in a game, a window's icon.
///
/// A conforming type stores a ``DisplayState`` and shows what it is given; loading, cancelling, placeholders and everything
/// else comes with the extension of this protocol, without any toolkit.
@MainActor
public protocol ImageDisplay: AnyObject {
    /// What the library remembers of this display. Make one per object and keep it.
    var displayState: DisplayState { get }

    /// How large pictures are shown here. Default: ``DisplaySize/unlimited``.
    var displaySize: DisplaySize { get }

    /// Shows a picture, or nothing where ``DisplayUpdate/image`` is nil; called on the main actor only.
    func show(_ update: DisplayUpdate)
}

extension ImageDisplay {
    public var displaySize: DisplaySize { .unlimited }
}
