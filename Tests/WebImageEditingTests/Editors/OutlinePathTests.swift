import Glibc
import Testing
import WebImageCore
import WebImageEditing
import WebImageTesting

@Suite(.timeLimit(.minutes(5)))
struct OutlinePathTests {
    private typealias Point = (x: Double, y: Double)

    /// Points along a path, at most half a pixel apart.
    private func points(_ path: OutlinePath) -> [Point] {
        var points: [Point] = []
        func go(_ x: Double, _ y: Double) {
            guard let last = points.last else { return points.append((x, y)) }
            let steps = max(1, Int((max(abs(x - last.x), abs(y - last.y)) * 2).rounded(.up)))
            for step in 1...steps {
                let part = Double(step) / Double(steps)
                points.append((last.x + (x - last.x) * part, last.y + (y - last.y) * part))
            }
        }
        for element in path.elements {
            switch element {
            case .move(let x, let y), .line(let x, let y): go(x, y)
            case .quarter(let x, let y, let radius, let start):
                for step in 0...40 {
                    let angle = start + .pi / 2 * Double(step) / 40
                    go(x + radius * cos(angle), y + radius * sin(angle))
                }
            case .close: if let first = points.first { go(first.x, first.y) }
            }
        }
        return points
    }

    @Test(
        "B-66 a line along the border path is the border that the editor draws",
        arguments: [Corners.all, [.topLeft, .bottomRight], []], [3.0, 6.0])
    func border(corners: Corners, width: Double) throws {
        let size = PixelSize(width: 60, height: 44)
        let green = PixelColor(red: 0, green: 255, blue: 0)
        let picture = try Bitmap(size, color: green)
        let line = Border(width: width, color: PixelColor(red: 255, green: 0, blue: 0))
        let edited = try picture.edited(by: .roundedCorners(12, corners: corners, border: line))
        let drawn = corners.isEmpty ? try picture.edited(by: .border(width: width, color: line.color)) : edited
        let path = points(.border(of: size, corners: corners, radius: 12, borderWidth: width))
        #expect(path.allSatisfy { $0.x >= width / 2 - 1e-9 && $0.x <= 60 - width / 2 + 1e-9 })
        for y in 0..<44 {
            for x in 0..<60 {
                let middle = (x: Double(x) + 0.5, y: Double(y) + 0.5)
                let distance = path.map { hypot($0.x - middle.x, $0.y - middle.y) }.min() ?? .infinity
                let pixel = drawn[x, y]
                if distance < width / 2 - 1.25 {
                    #expect(pixel.red == 255 && pixel.green == 0, "\(x), \(y)")
                } else if distance > width / 2 + 1.25 {
                    // Outside of the line is the picture, or nothing.
                    #expect(pixel.red == 0, "\(x), \(y)")
                }
            }
        }
    }

    @Test("an outline goes clockwise from the top left, and a radius is at most half of the shorter side")
    func elements() {
        let size = PixelSize(width: 20, height: 10)
        let square = OutlinePath(size: size, corners: [], radius: 4)
        #expect(
            square.elements == [.move(x: 0, y: 0), .line(x: 20, y: 0), .line(x: 20, y: 10), .line(x: 0, y: 10), .close])
        #expect(OutlinePath(size: size, radius: 99) == OutlinePath(size: size, radius: 5))
        #expect(OutlinePath(size: size, radius: .fraction(0.5)) == OutlinePath(size: size, radius: 5))
        let one = OutlinePath(size: size, corners: .topRight, radius: 4, inset: 1)
        #expect(one.elements.contains(.quarter(x: 16, y: 4, radius: 3, start: .pi * 1.5)))
        #expect(one.elements.contains(.line(x: 16, y: 1)) && one.elements.first == .move(x: 1, y: 1))
    }
}
