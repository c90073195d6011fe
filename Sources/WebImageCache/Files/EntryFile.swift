internal import FoundationEssentials
internal import Glibc
internal import WebImageCore

/// The bytes of one entry as a file of their own.
enum EntryFile {
    static let temporarySuffix = ".tmp"

    /// Writes the picture and its trailer under a temporary name and gives the file its own name at the end: at no
    /// moment is there a file under that name that isn't whole.
    static func write(_ data: Data, trailer: [UInt8], name: String, in folder: CacheFolder) throws(FileError) {
        var attempts = 0
        while true {
            do {
                return try writeOnce(data, trailer: trailer, path: folder.file(name))
            } catch  where error.isMissing && attempts < 3 {
                // The first entry of its folder, or somebody has cleared the cache meanwhile.
                attempts += 1
                try Files.makeFolders(folder.path)
                let (number, plain) = CacheFolder.split(name)
                try Files.makeFolder(folder.data(number))
                try Files.makeFolder(folder.data(number) + "/" + plain.prefix(2))
            }
        }
    }

    private static func writeOnce(_ data: Data, trailer: [UInt8], path: String) throws(FileError) {
        let temporary = path + temporarySuffix
        let descriptor = open(temporary, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open", temporary) }
        do {
            try write(data, trailer, to: descriptor, path: temporary)
        } catch {
            close(descriptor)
            unlink(temporary)
            throw error
        }
        // A quota may be noticed only here.
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let error = FileError("rename", temporary)
            unlink(temporary)
            throw error
        }
    }

    private static func write(_ data: Data, _ trailer: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
        let total = data.count + trailer.count
        let failure: FileError? = data.withUnsafeBytes { picture in
            trailer.withUnsafeBytes { trailer in
                var done = 0
                while done < total {
                    var parts: [iovec] = []
                    if done < picture.count { parts.append(part(of: picture, from: done)) }
                    parts.append(part(of: trailer, from: max(0, done - picture.count)))
                    let count = writev(descriptor, parts, Int32(parts.count))
                    if count < 0, errno == EINTR { continue }
                    // A short write with no error: the next one says why.
                    guard count >= 0 else { return FileError("write", path) }
                    done += count
                }
                return nil
            }
        }
        if let failure { throw failure }
    }

    private static func part(of bytes: UnsafeRawBufferPointer, from offset: Int) -> iovec {
        // `iovec` serves reading too, hence the mutable pointer; `writev` doesn't write through it.
        iovec(
            iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress.map { $0 + offset }),
            iov_len: bytes.count - offset)
    }

    /// What reading an entry file came to.
    enum Contents {
        case whole(Data)
        case missing
        /// Shorter than it must be, or other bytes than those that were written.
        case damaged
    }

    /// Reads the picture's bytes and proves that they are those that were written.
    static func read(_ path: String, size: Int, checksum: UInt64) throws(FileError) -> Contents {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let error = FileError("open", path)
            if error.isMissing { return .missing }
            throw error
        }
        defer { close(descriptor) }
        var status = stat()
        // The length first: a row that promises more than there is must not make us take the memory for it.
        guard fstat(descriptor, &status) == 0, status.st_size >= size, size > 0, let block = memory(for: size) else {
            return .damaged
        }
        var isWhole = false
        do throws(FileError) {
            isWhole =
                try fill(block.start, size, from: descriptor, path: path)
                && Checksum.of(UnsafeRawBufferPointer(start: block.start, count: size)) == checksum
        } catch {
            BodyMemory.give(block.start, block.capacity)
            throw error
        }
        guard isWhole else {
            BodyMemory.give(block.start, block.capacity)
            return .damaged
        }
        return .whole(BodyMemory.data(block.start, count: size, capacity: block.capacity))
    }

    private static func memory(for size: Int) -> (start: UnsafeMutableRawPointer, capacity: Int)? {
        BodyMemory.take(size) ?? malloc(size).map { ($0, size) }
    }

    private static func fill(_ memory: UnsafeMutableRawPointer, _ size: Int, from descriptor: Int32, path: String)
        throws(FileError) -> Bool
    {
        var done = 0
        while done < size {
            let count = pread(descriptor, memory + done, size - done, off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError("read", path) }
            if count == 0 { return false }
            done += count
        }
        return true
    }

    /// The trailer of the file at `path`, or nil where the file isn't a whole entry.
    static func trailer(of path: String) -> EntryTrailer? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        let size = Int(status.st_size)
        guard let footer = bytes(of: descriptor, from: size - EntryTrailer.footerSize, to: size),
            let fieldsSize = EntryTrailer.fieldsSize(footer: footer),
            let bytes = bytes(of: descriptor, from: size - EntryTrailer.footerSize - fieldsSize, to: size)
        else { return nil }
        return EntryTrailer(bytes, fileSize: size)
    }

    private static func bytes(of descriptor: Int32, from start: Int, to end: Int) -> [UInt8]? {
        guard start >= 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: end - start) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, end - start, off_t(start)))
        }
        return bytes.count == end - start ? bytes : nil
    }
}
