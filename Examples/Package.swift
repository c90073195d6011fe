// swift-tools-version: 6.2
import PackageDescription

// Programs to begin with: a package of its own, as yours is one. `scripts/examples` builds and tries all of them.
let package = Package(
    name: "Examples",
    dependencies: [.package(name: "swift-web-image", path: "..")],
    targets: [
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        .executableTarget(
            name: "Viewer", dependencies: ["CGtk", .product(name: "WebImageGTK", package: "swift-web-image")]),
        .executableTarget(
            name: "Thumbnailer",
            dependencies: [
                .product(name: "WebImage", package: "swift-web-image"),
                .product(name: "WebImageRedis", package: "swift-web-image"),
            ]),
        .executableTarget(name: "Slideshow", dependencies: [.product(name: "WebImage", package: "swift-web-image")]),
    ]
)
