/// Prints rows in columns.
enum Table {
    static func write(_ rows: [Row]) {
        let cells = [["source", "format", "size", "frames", "from", "ms"]] + rows.map(\.cells)
        let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        for row in cells {
            let padded = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count)
            }
            print("  " + padded.joined(separator: "  "))
        }
    }
}
