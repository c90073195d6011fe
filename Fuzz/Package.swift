// swift-tools-version: 6.2
import PackageDescription

// libFuzzer drives one executable per format. Kept out of the main package: sanitizers are unsafe flags, which a
// package that others depend on may not have.
let formats = ["JPEG", "PNG", "GIF", "WebP", "BMP", "AVIF", "HEIF", "JXL", "TIFF", "SVG"]

let package = Package(
    name: "swift-web-image-fuzz",
    dependencies: [.package(name: "swift-web-image", path: "..")],
    targets: [
        .target(
            name: "FuzzSupport",
            dependencies: [
                .product(name: "WebImageCore", package: "swift-web-image"),
                .product(name: "WebImageCoders", package: "swift-web-image"),
            ])
    ]
        + formats.map { format in
            .executableTarget(
                name: "Fuzz\(format)", dependencies: ["FuzzSupport"],
                linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])])
        }
)
