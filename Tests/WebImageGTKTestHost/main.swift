// Runs one scenario in a real window and prints what came of it as `name=value` lines. GTK has to live on the first thread of
// a process, which a test runner does not give away: so each test runs this program.
#if GTK
    import CWebImageGTK
    import Glibc
    import WebImageGTK

    guard gtk_init_check() != 0 else {
        print("error=no display")
        exit(2)
    }
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let scenario = Scenario.all[name] else {
        print("error=no scenario \(name)")
        exit(2)
    }
    MainLoopBridge.install()
    let loop = g_main_loop_new(nil, 0)
    Task { @MainActor in
        do { try await scenario() } catch { print("error=\(error)") }
        g_main_loop_quit(loop)
    }
    g_main_loop_run(loop)
#else
    print("error=built without GTK")
#endif
