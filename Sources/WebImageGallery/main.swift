// A program that shows what the library does in windows: see Gallery.
#if GTK
    import Glibc

    let arguments: Arguments
    do {
        arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    } catch {
        let message = "\(error)\n\n\(Arguments.usage)\n"
        write(STDERR_FILENO, message, message.utf8.count)
        exit(2)
    }
    if arguments.wantsHelp {
        print(Arguments.usage)
        exit(0)
    }
    exit(Gallery.run(arguments))
#else
    print("This build has no GTK; build with the trait GTK.")
#endif
