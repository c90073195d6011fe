import FoundationEssentials
import WebImage
import WebImageTesting

/// Gets pictures cold, then again from the disk, prints a table of each round and writes a contact sheet.
///
///     WebImageDemo SAMPLES OUTPUT [URL…]
///
/// Without URLs a server on the loopback interface gives out the folder SAMPLES.
@main
struct Demo {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            throw WebImageError(.invalidURL, "usage: WebImageDemo SAMPLES OUTPUT [URL…]")
        }
        let demo = Demo(output: arguments[2])
        if arguments.count > 3 {
            try await demo.run(arguments[3...].map { ImageURL($0) })
        } else {
            let server = try SampleServer(folder: arguments[1])
            print("\(server.urls.count) sample pictures are given out at \(server.address)")
            try await demo.run(server.urls)
        }
    }

    /// The folder of the cache and the contact sheet.
    let output: String

    func run(_ urls: [ImageURL]) async throws {
        let cachePath = output + "/cache"
        try? FileManager.default.removeItem(atPath: cachePath)
        var sheet: [Bitmap] = []
        for round in ["cold", "again"] {
            // A manager of its own for each round: the second finds nothing in memory, so it shows the disk.
            let manager = ImageManager(.standard(cachePath: cachePath))
            let rows = await load(urls, with: manager)
            print("\n\(round):")
            Table.write(rows)
            sheet = rows.compactMap(\.bitmap)
        }
        let path = output + "/contact-sheet.png"
        try ContactSheet.write(sheet, to: path)
        print("\nThe contact sheet is in \(path)")
    }

    private func load(_ urls: [ImageURL], with manager: ImageManager) async -> [Row] {
        await withTaskGroup(of: (Int, Row).self) { group in
            for (index, url) in urls.enumerated() {
                group.addTask { (index, await row(url, manager)) }
            }
            var rows: [(Int, Row)] = []
            for await row in group { rows.append(row) }
            return rows.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func row(_ url: ImageURL, _ manager: ImageManager) async -> Row {
        var request = ImageRequest(url: url, editor: .thumbnail(ThumbnailSize(ContactSheet.side)))
        request.options.waitsForStore = true
        let start = ContinuousClock.now
        let outcome: Result<LoadedImage, WebImageError>
        do throws(WebImageError) {
            outcome = .success(try await manager.image(for: request))
        } catch {
            outcome = .failure(error)
        }
        return Row(url: url, outcome: outcome, duration: start.duration(to: .now))
    }
}
