import FoundationEssentials
import WebImage

/// Edits in megapixels of the source a second, against Pillow and pyvips in the same run.
struct EditingSuite: Suite {
    let name = "editing"
    let scale: Int

    func run(_ report: Report) async throws {
        let peers = try Peers()
        let image = try CoderManager.standard.decode(try peers.data("photo.jpg"), context: DecodeContext(format: .jpeg))
        let figures = try peers.figures("edits")
        let megapixels = Double(image.size.width * image.size.height) / 1e6
        report.heading("Edits, Mpx/s of the source; higher is better; limit: each peer")
        let edits: [(String, ImageEditor)] = [
            ("resize", .resize(PixelSize(width: 400, height: 300))), ("blur", .blur(sigma: 5)),
            ("rounded corners", .roundedCorners(40)), ("rotate 30°", .rotate(degrees: 30)),
            ("grayscale", .grayscale), ("crop", .crop(PixelRect(x: 100, y: 100, width: 800, height: 800))),
        ]
        for (label, editor) in edits {
            let seconds = try Measure.best(of: max(2, 7 / scale)) { _ = try image.bitmap.edited(by: editor) }
            let rate = megapixels / seconds
            report.rows(label, rate, "Mpx/s", limits: figures[label])
        }
    }
}
