import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// The keys of edited pictures. SDWebImage puts the edit before the path's extension, since its entries are files with
/// that name; here an entry's file is named by a hash, so the address stays whole and what changes pixels stands behind it.
@Suite(.timeLimit(.minutes(5)))
struct ManagerKeyTests {
    /// The addresses of the table TRF-41.
    static let addresses = [
        "image.png", "image", ".image", "image.", "Test/image.png", "http://foo/image", "http://foo/.image",
        "http://foo/image.png?foo=bar#mark", "ftp://root:password@foo.com/image.png",
    ]

    private let manager = ManagerFixture().manager

    private func key(_ address: String, _ editor: ImageEditor?, thumbnail: ThumbnailSize? = nil) -> String {
        var request = ImageRequest(url: ImageURL(address), editor: editor)
        request.options.decode.thumbnail = thumbnail
        return manager.cacheKeys(for: request).image.string
    }

    @Test(
        "TRF-40 TRF-41 TRF:test10 the address stays whole at the front; the edit's key is at the end",
        arguments: addresses)
    func edited(address: String) {
        let edited = key(address, .paint(.white))
        #expect(edited.hasPrefix(address) && edited.hasSuffix(ImageEditor.paint(.white).key))
        #expect(key(address, nil) == address)
        // No address is like another's key: what separates the parts isn't in any URL.
        #expect(edited.dropFirst(address.count).first?.isASCII == true)
        #expect(edited.utf8.contains { $0 < 0x20 })
    }

    @Test("TRF-40 no two of addresses and edits have one key")
    func distinct() {
        let editors: [ImageEditor?] = [
            nil, .paint(.white), .paint(.black), .thumbnail(20), .thumbnail(20) + .paint(.white),
        ]
        let keys = Self.addresses.flatMap { address in editors.map { key(address, $0) } }
        #expect(Set(keys).count == Self.addresses.count * editors.count)
    }

    @Test("TRF-42 a thumbnail's key tells width, height and whether the shape is kept")
    func thumbnails() {
        func size(_ width: Int, _ height: Int, _ fit: ThumbnailSize.Fit) -> ThumbnailSize {
            ThumbnailSize(PixelSize(width: width, height: height), fit: fit)
        }
        let sizes = [size(100, 50, .contain), size(50, 100, .contain), size(100, 50, .fill), size(10, 50, .contain)]
        let keys = sizes.map { key("http://foo/image.png", nil, thumbnail: $0) }
        #expect(Set(keys).count == sizes.count)
        #expect(zip(keys, sizes).allSatisfy { $0.contains("\($1.box.width)x\($1.box.height),\($1.fit.rawValue)") })
    }

    @Test("TRF-43 a thumbnail and an edit both stand in the key, in the order in which they happen")
    func combined() {
        let box = ThumbnailSize(PixelSize(width: 100, height: 50))
        let both = key("http://foo/image.png", .paint(.white), thumbnail: box)
        let parts = both.split(whereSeparator: { $0.isASCII && $0.asciiValue.map { $0 < 0x20 } == true })
        #expect(parts.first == "http://foo/image.png" && parts.last == Substring(ImageEditor.paint(.white).key))
        #expect(parts.count == 3 && parts[1].contains("100x50"))
    }
}
