import FuzzSupport
import WebImageCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGIF(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
    fuzzDecode(UnsafeRawBufferPointer(start: bytes, count: count), as: .gif)
    return 0
}
