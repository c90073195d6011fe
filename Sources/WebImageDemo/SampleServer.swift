import FoundationEssentials
import WebImage
import WebImageTesting

/// Gives a folder of pictures out over HTTP on the loopback interface.
struct SampleServer {
    private let server: LoopbackServer
    let urls: [ImageURL]

    init(folder: String) throws {
        server = try LoopbackServer()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter {
            ImageFormat(fileExtension: ImageURL("file:///" + $0).pathExtension ?? "") != nil
        }
        for name in names {
            let data = try Data(contentsOf: URL(filePath: folder + "/" + name))
            server.serve("/" + name, LoopbackResponse(body: Array(data)))
        }
        urls = names.map { [server] in ImageURL(server.url("/" + $0)) }
    }

    var address: String { server.url("/") }
}
