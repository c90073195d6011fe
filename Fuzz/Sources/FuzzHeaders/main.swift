import FoundationEssentials
import FuzzSupport
import WebImageCore

@testable import WebImageLoader

// The head of an answer: the first half is that of a first answer, the second that of a later 304.
fuzz { bytes in
    let halves = [bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)].map { half in
        TransferHead(UnsafeRawBufferPointer(rebasing: half).bindMemory(to: UInt8.self))
    }
    guard let head = TransferHead(bytes.bindMemory(to: UInt8.self)) ?? halves[0] else { return }
    var request = LoaderRequest(ImageURL("http://example.org/a.png"))
    request.headers["Accept"] = "image/*"
    request.headers["Cache-Control"] = halves[1]?.headers["Cache-Control"]
    var answer = LoadedData(data: Data([1]), origin: .data)
    answer.headers = head.headers
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    var metadata = CacheMetadata(answer: answer, request: request, date: date)
    if let later = halves[1] {
        answer.headers = later.headers
        metadata = metadata.confirmed(by: answer, request: request, date: date)
    }
    for age in [0.0, 1e3, 1e9] { _ = Freshness.of(metadata, request, at: date.addingTimeInterval(age)) }
    _ = (metadata.isStorable(for: request), metadata.validating(request), ResponseCheck.retryAfter(head.headers))
    if let range = ContentRange(head.headers["Content-Range"]) {
        precondition(range.first >= 0 && range.first <= range.last && range.last < range.total ?? .max)
    }
    for name in ["Date", "Expires", "Last-Modified"] {
        guard let moment = head.headers[name].flatMap(HTTPDate.date) else { continue }
        precondition(HTTPDate.date(HTTPDate.text(moment)) == moment, "a date isn't what it is written as")
    }
}
