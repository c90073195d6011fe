import FoundationEssentials
import Glibc
import WebImage

/// The most memory that a process of its own takes for one decode.
enum PeakMemory {
    enum Work: String { case nothing, full, thumbnail, bare, frames }

    /// In MiB. The process tells it itself: what `wait4` tells counts the parent's memory at the fork too.
    static func of(_ work: Work, _ path: String) -> Double {
        var program = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard readlink("/proc/self/exe", &program, program.count - 1) > 0,
            let pipe = popen("'\(String(cString: program))' --peak \(work.rawValue) '\(path)'", "r")
        else { return .nan }
        var line = [CChar](repeating: 0, count: 64)
        let answered = fgets(&line, 64, pipe) != nil
        guard pclose(pipe) == 0, answered else { return .nan }
        return (Double(String(cString: line).filter(\.isNumber)) ?? .nan) / 1024
    }

    /// What such a process does.
    struct Child {
        private let work: Work
        private let path: String

        /// Nil where the arguments ask for something else.
        init?(_ arguments: [String]) {
            guard arguments.count == 4, arguments[1] == "--peak", let work = Work(rawValue: arguments[2]) else {
                return nil
            }
            self.work = work
            path = arguments[3]
        }

        func run() throws {
            try decode()
            guard let file = fopen("/proc/self/status", "r") else { return }
            var line = [CChar](repeating: 0, count: 256)
            while fgets(&line, 256, file) != nil {
                let text = String(cString: line)
                if text.hasPrefix("VmHWM") { print(text.filter(\.isNumber)) }
            }
        }

        private func decode() throws {
            let data = try Data(contentsOf: URL(filePath: path))
            guard work != .nothing, case .image(let format) = ContentKind(of: data) else { return }
            var context = DecodeContext(format: format)
            switch work {
            case .nothing: return
            case .bare: try BareDecoder.all[format]?.decode(data)
            case .thumbnail:
                context.options.thumbnail = ThumbnailSize(256)
                _ = try CoderManager.standard.decode(data, context: context)
            case .full: _ = try CoderManager.standard.decode(data, context: context)
            case .frames:
                guard let source = try CoderManager.standard.decode(data, context: context).animation else { return }
                for index in 0..<source.frameCount { _ = try source.frame(at: index, token: CancellationToken()) }
            }
        }
    }
}
