#if Redis
    internal import WebImageCore

    /// Why a server gave no answer, or one that is an error.
    struct RedisFailure: Error, Equatable {
        enum Kind: String {
            case cannotConnect, connectionLost, timeout, poolWait, foreignAnswer, unavailable, full, refused
        }

        var kind: Kind
        var message: String

        init(_ kind: Kind, _ message: String) {
            self.kind = kind
            self.message = message
        }

        /// An error that the server has sent.
        init(serverError text: String) {
            self.init(text.hasPrefix("OOM") ? .full : .refused, text)
        }

        static let unavailable = RedisFailure(.unavailable, "The server failed a short while ago and isn't asked yet.")

        /// Whether the failure says that the server as a whole can't be used now; one that is full still answers.
        var isOutage: Bool {
            switch kind {
            case .cannotConnect, .connectionLost, .timeout, .poolWait, .foreignAnswer: true
            case .unavailable, .full: false
            case .refused:
                ["NOAUTH", "WRONGPASS", "LOADING", "MASTERDOWN", "NOPERM", "CLUSTERDOWN", "MOVED"].contains {
                    message.hasPrefix($0)
                }
            }
        }

        var asWebImageError: WebImageError {
            WebImageError(
                .cacheFailed, "The shared cache can't be used now; loads go on without it.", underlying: message)
        }
    }
#endif
