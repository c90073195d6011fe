internal import CWebImageCairo
internal import WebImageCore

extension CairoCanvas {
    /// Adds the outline of the canvas, `inset` pixels inside of its bounds, with some corners rounded.
    ///
    /// - Parameter radius: Of the outline at inset 0; the inner outlines are parallel to it.
    func addOutline(inset: Double = 0, radius: Double, corners: Corners) {
        let left = inset
        let top = inset
        let right = max(left, Double(size.width) - inset)
        let bottom = max(top, Double(size.height) - inset)
        let inner = max(0, radius - inset)
        func arc(_ x: Double, _ y: Double, _ corner: Corners, quarter: Double) {
            let radius = corners.contains(corner) ? inner : 0
            guard radius > 0 else {
                cairo_line_to(context, x, y)
                return
            }
            let centerX = x == left ? x + radius : x - radius
            let centerY = y == top ? y + radius : y - radius
            cairo_arc(context, centerX, centerY, radius, quarter * .pi / 2, (quarter + 1) * .pi / 2)
        }
        cairo_new_sub_path(context)
        arc(left, top, .topLeft, quarter: 2)
        arc(right, top, .topRight, quarter: 3)
        arc(right, bottom, .bottomRight, quarter: 0)
        arc(left, bottom, .bottomLeft, quarter: 1)
        cairo_close_path(context)
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
