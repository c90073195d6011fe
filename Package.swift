// swift-tools-version: 6.2
import PackageDescription

// One settings array for every Swift target: strict by default, the same everywhere.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// A C library that Swift can import by a module map alone.
///
/// `pkgConfig` stands only where the headers are outside of the default path.
func system(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A C library that isn't linked: its functions are found when the first of them is needed.
func opened(_ name: String, trait: String? = nil) -> Target {
    .target(
        name: name, dependencies: ["CWebImageLinux"], path: "Sources/CLibraries/\(name)",
        cSettings: trait.map { [.define("WI_\($0)", .when(traits: [$0]))] } ?? [])
}

/// A library target of the house; `on` names the boxes below it.
func library(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies + ["WebImageTesting"], swiftSettings: settings)
}

let package = Package(
    name: "swift-web-image",
    products: [
        .library(name: "WebImage", targets: ["WebImage"]),
        .library(name: "WebImageCore", targets: ["WebImageCore"]),
        .library(name: "WebImageCache", targets: ["WebImageCache"]),
        .library(name: "WebImageLoader", targets: ["WebImageLoader"]),
        .library(name: "WebImageCoders", targets: ["WebImageCoders"]),
        .library(name: "WebImageEditing", targets: ["WebImageEditing"]),
        .library(name: "WebImageAnimation", targets: ["WebImageAnimation"]),
        .library(name: "WebImageGTK", targets: ["WebImageGTK"]),
        .library(name: "WebImageRedis", targets: ["WebImageRedis"]),
        .library(name: "WebImageTesting", targets: ["WebImageTesting"]),
        .executable(name: "webimage", targets: ["webimage"]),
        .executable(name: "webimage-window", targets: ["webimage-window"]),
        .executable(name: "WebImageGallery", targets: ["WebImageGallery"]),
    ],
    traits: [
        .default(enabledTraits: ["AVIF", "JXL", "HEIF", "SVG", "TIFF", "GTK", "Redis", "Terminal"]),
        .trait(name: "AVIF", description: "Read and write AVIF (libavif)."),
        .trait(name: "JXL", description: "Read and write JPEG XL (libjxl)."),
        .trait(name: "HEIF", description: "Read and write HEIC/HEIF (libheif)."),
        .trait(name: "SVG", description: "Draw SVG (librsvg)."),
        .trait(name: "TIFF", description: "Read and write TIFF (libtiff)."),
        .trait(name: "GTK", description: "GTK 4 views and the gallery (gtk4)."),
        .trait(name: "Redis", description: "A Redis or Valkey tier shared by many machines (hiredis)."),
        .trait(name: "Terminal", description: "`webimage show` in a terminal (libchafa)."),
    ],
    targets: [
        // C libraries that a module map is enough for.
        system("CWebImageSQLite", apt: "libsqlite3-dev"),
        system("CWebImageWebP", apt: "libwebp-dev"),
        system("CWebImageCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
        system("CWebImageLCMS", apt: "liblcms2-dev"),
        system("CWebImageGTK", pkgConfig: "gtk4", apt: "libgtk-4-dev"),
        system("CWebImageHiredis", apt: "libhiredis-dev"),
        system("CWebImageChafa", pkgConfig: "chafa", apt: "libchafa-dev"),

        // Only for the check of what CWebImageSVG declares.
        system("CWebImageSVGHeaders", pkgConfig: "librsvg-2.0", apt: "librsvg2-dev"),

        // C libraries that are opened when a load or a picture needs them.
        opened("CWebImageCurl"),
        opened("CWebImageAVIF", trait: "AVIF"),
        opened("CWebImageHEIF", trait: "HEIF"),
        opened("CWebImageJXL", trait: "JXL"),
        opened("CWebImageSVG", trait: "SVG"),
        opened("CWebImageTIFF", trait: "TIFF"),

        // C of our own: `setjmp` error handling, and pixel loops that stay usable in a debug build.
        .target(
            name: "CWebImageJPEG", path: "Sources/CLibraries/CWebImageJPEG",
            linkerSettings: [.linkedLibrary("jpeg")]),
        .target(
            name: "CWebImagePNG", dependencies: ["CWebImageLinux"], path: "Sources/CLibraries/CWebImagePNG",
            linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
        .target(name: "CWebImageLinux", path: "Sources/CLibraries/CWebImageLinux"),
        .target(name: "CWebImagePixels", path: "Sources/CLibraries/CWebImagePixels"),

        // The house, from the ground up.
        library("WebImageCore", on: ["CWebImagePixels", "CWebImageLinux"]),
        library("WebImageCache", on: ["WebImageCore", "CWebImageSQLite", "CWebImageLinux"]),
        library("WebImageLoader", on: ["WebImageCore", "CWebImageCurl"]),
        library(
            "WebImageCoders",
            on: [
                "WebImageCore", "CWebImageJPEG", "CWebImagePNG", "CWebImageWebP", "CWebImageLCMS", "CWebImagePixels",
                .target(name: "CWebImageAVIF", condition: .when(traits: ["AVIF"])),
                .target(name: "CWebImageHEIF", condition: .when(traits: ["HEIF"])),
                .target(name: "CWebImageJXL", condition: .when(traits: ["JXL"])),
                .target(name: "CWebImageSVG", condition: .when(traits: ["SVG"])),
                .target(name: "CWebImageCairo", condition: .when(traits: ["SVG"])),
                .target(name: "CWebImageTIFF", condition: .when(traits: ["TIFF"])),
            ]),
        library("WebImageEditing", on: ["WebImageCore", "CWebImageCairo", "CWebImagePixels"]),
        library("WebImageAnimation", on: ["WebImageCore"]),
        library(
            "WebImage",
            on: [
                "WebImageCore", "WebImageCache", "WebImageLoader", "WebImageCoders", "WebImageEditing",
                "WebImageAnimation", "CWebImageLinux",
            ]),
        library(
            "WebImageGTK", on: ["WebImage", .target(name: "CWebImageGTK", condition: .when(traits: ["GTK"]))]),
        library(
            "WebImageRedis",
            on: ["WebImage", .target(name: "CWebImageHiredis", condition: .when(traits: ["Redis"]))]),
        library("WebImageTesting", on: ["WebImage", "CWebImageLinux"]),
        .executableTarget(
            name: "webimage",
            dependencies: [
                "WebImage",
                .target(name: "WebImageRedis", condition: .when(traits: ["Redis"])),
                .target(name: "CWebImageChafa", condition: .when(traits: ["Terminal"])),
            ],
            path: "Sources/WebImageTool",
            swiftSettings: settings),
        // What `webimage show --window` starts.
        .executableTarget(
            name: "webimage-window",
            dependencies: ["WebImage", .target(name: "WebImageGTK", condition: .when(traits: ["GTK"]))],
            path: "Sources/WebImageWindow",
            swiftSettings: settings),
        .executableTarget(
            name: "WebImageGallery",
            dependencies: [
                "WebImage", .target(name: "WebImageGTK", condition: .when(traits: ["GTK"])),
                .target(name: "CWebImageGTK", condition: .when(traits: ["GTK"])),
            ],
            swiftSettings: settings),

        .executableTarget(
            name: "WebImageDemo", dependencies: ["WebImage", "WebImageTesting"], swiftSettings: settings),
        // Killed by a test while it writes; no product.
        .executableTarget(
            name: "webimage-cache-writer", dependencies: ["WebImageCache", "WebImageCore"],
            path: "Tests/Support/CacheWriter", swiftSettings: settings),

        // Random loads, for a test and for the soak; no products.
        .target(
            name: "LoadStorm", dependencies: ["WebImage", "WebImageTesting"], path: "Tests/Support/LoadStorm",
            swiftSettings: settings),
        .executableTarget(
            name: "webimage-soak", dependencies: ["WebImage", "WebImageTesting", "LoadStorm", "CWebImageLinux"],
            path: "Tests/Support/Soak", swiftSettings: settings),

        // Compiles where CWebImageSVG's declarations are librsvg's.
        .target(
            name: "SVGHeaderCheck",
            dependencies: [
                .target(name: "CWebImageSVG", condition: .when(traits: ["SVG"])),
                .target(name: "CWebImageSVGHeaders", condition: .when(traits: ["SVG"])),
            ],
            path: "Tests/Support/SVGHeaderCheck",
            cSettings: [.define("WI_SVG", .when(traits: ["SVG"]))]),

        tests("WebImageCore", on: ["WebImageCore"]),
        tests("WebImageCache", on: ["WebImageCache", "webimage-cache-writer"]),
        tests("WebImageLoader", on: ["WebImageLoader"]),
        tests(
            "WebImageCoders",
            on: ["WebImageCoders", .target(name: "SVGHeaderCheck", condition: .when(traits: ["SVG"]))]),
        tests("WebImageEditing", on: ["WebImageEditing"]),
        tests("WebImageAnimation", on: ["WebImageAnimation"]),
        tests("WebImage", on: ["WebImage", "LoadStorm"]),
        // GTK needs a process whose first thread it owns: the tests run this program.
        .executableTarget(
            name: "WebImageGTKTestHost",
            dependencies: [
                "WebImageGTK", "WebImageTesting", .target(name: "CWebImageGTK", condition: .when(traits: ["GTK"])),
            ],
            path: "Tests/WebImageGTKTestHost",
            swiftSettings: settings),
        tests("WebImageGTK", on: ["WebImageGTK", "WebImageGTKTestHost", "webimage", "webimage-window"]),
        tests("WebImageRedis", on: ["WebImageRedis"]),
        tests("WebImageTool", on: ["WebImage", "webimage"]),
        // The code that the documentation shows.
        tests("Snippets", on: ["WebImage", "WebImageGTK", "WebImageRedis"]),
    ]
)
