internal import CWebImageCurl
internal import Glibc
internal import WebImageCore

/// The C functions that libcurl calls; the last argument is the `Transfer`.
enum TransferCallbacks {
    static let write: curl_write_callback = { bytes, size, count, user in
        guard let bytes, let user else { return 0 }
        let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
        let transfer = Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue()
        transfer.lastActivity = transfer.loop.now
        return transfer.receive(body: body)
    }

    static let header: curl_write_callback = { bytes, size, count, user in
        guard let bytes, let user else { return 0 }
        let transfer = Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue()
        transfer.lastActivity = transfer.loop.now
        return bytes.withMemoryRebound(to: UInt8.self, capacity: size * count) { bytes in
            transfer.receive(headLine: UnsafeBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
    }

    /// Called when there is a connection, before the request is sent: the time without a byte counts from here. Also
    /// the place where the guard sees the address of a connection that was used before.
    static let prerequest: curl_prereq_callback = { user, primaryAddress, _, _, _ in
        guard let user else { return CURL_PREREQFUNC_OK }
        let transfer = Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue()
        transfer.lastActivity = transfer.loop.now
        guard let options = transfer.plan?.options, options.refusesPrivateAddresses, (options.proxy ?? "").isEmpty,
            let primaryAddress, AddressGuard.refuses(text: String(cString: primaryAddress))
        else { return CURL_PREREQFUNC_OK }
        transfer.wasRefusedAddress = true
        return CURL_PREREQFUNC_ABORT
    }

    /// Called before each connection is opened, after the name look-up: the place where an address can be refused.
    static let openSocket: curl_opensocket_callback = { user, _, address in
        guard let user, let address else { return CURL_SOCKET_BAD }
        if withUnsafePointer(to: &address.pointee.addr, { AddressGuard.refuses($0) }) {
            Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue().wasRefusedAddress = true
            return CURL_SOCKET_BAD
        }
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }
}
