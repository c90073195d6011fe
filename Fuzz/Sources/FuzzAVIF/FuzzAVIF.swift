import FuzzSupport
import WebImageCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAVIF(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
    fuzzDecode(UnsafeRawBufferPointer(start: bytes, count: count), as: .avif)
    return 0
}
