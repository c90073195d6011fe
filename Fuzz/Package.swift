// swift-tools-version: 6.2
import PackageDescription

// libFuzzer drives one executable per target. Kept out of the main package: sanitizers are unsafe flags, which a
// package that others depend on may not have.
let formats = ["JPEG", "PNG", "GIF", "WebP", "BMP", "ICO", "AVIF", "HEIF", "JXL", "TIFF", "SVG"]

func fuzzer(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "Fuzz\(name)", dependencies: ["FuzzSupport", part("WebImageCore")] + dependencies,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])])
}

func part(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-web-image") }

let package = Package(
    name: "swift-web-image-fuzz",
    dependencies: [.package(name: "swift-web-image", path: "..")],
    targets: [
        .target(name: "FuzzSupport", dependencies: [part("WebImageCore"), part("WebImageCoders")]),
        // The command's own sources, by links, without its entry point: another package can't import an executable. What
        // they use of the package's own is among them.
        .target(name: "CommandParts", dependencies: [part("WebImage")]),
        fuzzer("DataURL", on: [part("WebImageLoader")]),
        fuzzer("Headers", on: [part("WebImageLoader")]),
        fuzzer("DiskIndex", on: [part("WebImageCache")]),
        fuzzer("Command", on: ["CommandParts"]),
    ] + formats.map { fuzzer($0) }
)
