import FuzzSupport
import WebImageCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzBMP(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
    fuzzDecode(UnsafeRawBufferPointer(start: bytes, count: count), as: .bmp)
    return 0
}
