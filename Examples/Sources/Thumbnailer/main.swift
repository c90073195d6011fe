// A server that makes thumbnails: Thumbnailer [--port N] [--cache FOLDER] [--shared redis://HOST:PORT/DB] [--allow-private]
//
//   curl -H 'Accept: image/webp' 'http://127.0.0.1:8080/?url=https://example.org/photo.jpg&size=256' -o thumbnail.webp
import Glibc
import WebImage
import WebImageRedis

func usage(_ problem: String) -> Never {
    print("\(problem)\nThumbnailer [--port N] [--cache FOLDER] [--shared redis://HOST:PORT/DB] [--allow-private]")
    exit(2)
}

var port: UInt16 = 8080
var cachePath = DiskCache.defaultPath
var servers: [RedisEndpoint] = []
var allowsPrivateAddresses = false
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
    switch word {
    case "--port":
        guard let number = words.popFirst().flatMap({ UInt16($0) }) else { usage("--port needs a number.") }
        port = number
    case "--cache":
        guard let path = words.popFirst() else { usage("--cache needs a folder.") }
        cachePath = path
    case "--shared":
        guard let address = words.popFirst() else { usage("--shared needs an address.") }
        do { servers.append(try RedisEndpoint(address)) } catch { usage(error.message) }
    case "--allow-private": allowsPrivateAddresses = true
    default: usage("There is no option \(word).")
    }
}

// With a shared cache, many of these servers ask an origin once.
var http = HTTPLoaderConfiguration()
http.maximumConcurrentLoads = 16
let configuration: ImageManager.Configuration =
    servers.isEmpty
    ? .standard(cachePath: cachePath, http: http) : .shared(redis: servers, cachePath: cachePath, http: http)
let thumbnailer = Thumbnailer(
    manager: ImageManager(configuration), allowsPrivateAddresses: allowsPrivateAddresses)
guard let server = HTTPServer(port: port) else { usage("The port \(port) can't be used.") }
print("Listening on http://127.0.0.1:\(server.port)")
fflush(nil)
server.run { [thumbnailer] in await thumbnailer.response(to: $0) }
