// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library never build it.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "swift-web-image", path: "..")],
    targets: [
        .systemLibrary(name: "CBenchSVG", pkgConfig: "librsvg-2.0"),
        .target(
            name: "CBenchBaseline", dependencies: ["CBenchSVG"],
            linkerSettings: [
                .linkedLibrary("curl"), .linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("webp"),
                .linkedLibrary("sqlite3"), .linkedLibrary("hiredis"), .linkedLibrary("gif"), .linkedLibrary("avif"),
                .linkedLibrary("heif"), .linkedLibrary("jxl"), .linkedLibrary("jxl_threads"), .linkedLibrary("tiff"),
            ]),
        .executableTarget(
            name: "webimage-bench",
            dependencies: [
                "CBenchBaseline",
                .product(name: "WebImage", package: "swift-web-image"),
                .product(name: "WebImageRedis", package: "swift-web-image"),
                .product(name: "WebImageTesting", package: "swift-web-image"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ]
)
