#if GTK
    internal import CWebImageGTK

    extension OpaquePointer {
        var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
        var widget: UnsafeMutablePointer<GtkWidget> { UnsafeMutablePointer(self) }
    }

    extension UnsafeMutablePointer<GtkWidget> {
        var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
        var opaque: OpaquePointer { OpaquePointer(self) }
    }

    extension UnsafeMutableRawPointer {
        /// Puts a Swift object onto a GObject, which keeps it until it goes away itself.
        func setObject(_ object: AnyObject, for key: String) {
            g_object_set_data_full(
                assumingMemoryBound(to: GObject.self), key, Unmanaged.passRetained(object).toOpaque()
            ) { pointer in
                if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
            }
        }

        /// The Swift object under a key.
        func object<Object: AnyObject>(for key: String, as type: Object.Type) -> Object? {
            g_object_get_data(assumingMemoryBound(to: GObject.self), key)
                .flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Object }
        }
    }
#endif
