import FuzzSupport
import WebImageCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJXL(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
    fuzzDecode(UnsafeRawBufferPointer(start: bytes, count: count), as: .jxl)
    return 0
}
