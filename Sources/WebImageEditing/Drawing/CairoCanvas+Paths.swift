internal import CWebImageCairo
internal import WebImageCore

extension CairoCanvas {
    /// Adds the outline of the canvas, `inset` pixels inside of its bounds, with some corners rounded.
    ///
    /// - Parameter radius: Of the outline at inset 0; the inner outlines are parallel to it.
    func addOutline(inset: Double = 0, radius: Double, corners: Corners) {
        cairo_new_sub_path(context)
        for element in OutlinePath(size: size, corners: corners, length: radius, inset: inset).elements {
            switch element {
            case .move(let x, let y): cairo_move_to(context, x, y)
            case .line(let x, let y): cairo_line_to(context, x, y)
            case .quarter(let x, let y, let radius, let start):
                cairo_arc(context, x, y, radius, start, start + .pi / 2)
            case .close: cairo_close_path(context)
            }
        }
    }

    /// Colors what lies between the canvas's bounds and the inner edge of the border.
    ///
    /// Not only up to the outer edge: the canvas is cut to its outline afterwards, so no color of the picture shines
    /// through where the edge is smoothed.
    func draw(_ border: Border, radius: Double, corners: Corners) {
        cairo_new_path(context)
        cairo_rectangle(context, 0, 0, Double(size.width), Double(size.height))
        if border.width < Double(min(size.width, size.height)) / 2 {
            cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
            addOutline(inset: border.width, radius: radius, corners: corners)
        }
        setColor(border.color)
        setBlendMode(.normal)
        cairo_fill(context)
    }

    /// Clears what lies outside of the outline.
    func cutToOutline(radius: Double, corners: Corners) {
        cairo_new_path(context)
        addOutline(radius: radius, corners: corners)
        setColor(.black)
        setBlendMode(.destinationIn)
        cairo_fill(context)
    }
}
