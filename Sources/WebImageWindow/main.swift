// Shows pictures in a window: what `webimage show --window` starts. A program of its own, since the toolkit's libraries alone
// take longer to start than most commands of `webimage` do.
import Glibc

#if GTK
    exit(WindowProgram.run(Array(CommandLine.arguments.dropFirst())))
#else
    let line = Array("webimage-window: this build has no windows; build with the trait GTK.\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(1)
#endif
