import Glibc

/// What libFuzzer's own `main` calls. SwiftPM makes the module's entry point `main`, so that calls it instead.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Set once, before the first input.
private nonisolated(unsafe) var body: (UnsafeRawBufferPointer) -> Void = { _ in }

/// One input. The symbol that libFuzzer's own `main` needs, though that is never called.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    body(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}

/// Runs libFuzzer with the arguments of the command: `test` is given one input after the other.
public func fuzz(_ test: @escaping (UnsafeRawBufferPointer) -> Void) -> Never {
    body = test
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments) { fuzzOneInput($0, $1) })
}
