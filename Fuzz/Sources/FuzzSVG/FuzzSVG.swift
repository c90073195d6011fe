import FuzzSupport
import WebImageCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSVG(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
    fuzzDecode(UnsafeRawBufferPointer(start: bytes, count: count), as: .svg)
    return 0
}
