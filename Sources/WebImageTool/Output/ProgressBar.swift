internal import WebImageCore

/// One line with a name, a bar and numbers.
struct ProgressBar: Sendable {
    var name: String
    /// 0…1; nil where the end isn't known.
    var fraction: Double?
    var detail: String

    /// The line in at most `columns` cells.
    func line(columns: Int, style: TextStyle) -> String {
        let percent = fraction.map { "\(Int(($0 * 100).rounded(.down)))%" } ?? ""
        let percentText = String(repeating: " ", count: 4 - percent.count) + percent
        let nameWidth = max(8, min(40, columns * 2 / 5))
        let barWidth = columns - nameWidth - 4 - Self.detailWidth - 4
        let start = DisplayWidth.fit(Printable.text(name), nameWidth)
        guard barWidth >= 6 else { return DisplayWidth.fit("\(percentText) \(Printable.text(name))", columns - 1) }
        let detail = DisplayWidth.fit(detail, Self.detailWidth)
        return "\(start) \(bar(width: barWidth, style: style)) \(percentText) \(detail)"
    }

    private func bar(width: Int, style: TextStyle) -> String {
        let (full, empty) = style.usesUnicode ? ("█", "░") : ("#", "-")
        let filled = Int((Double(width) * (fraction ?? 0)).rounded(.down))
        return style.green(String(repeating: full, count: filled))
            + style.dim(String(repeating: empty, count: width - filled))
    }

    private static let detailWidth = 22
}
