#if Redis
    /// Whether a server of a shared cache is in use.
    public enum SharedServerState: String, Sendable {
        /// It answers.
        case closed
        /// It failed and isn't asked for a while.
        case open
        /// It is being asked whether it is back.
        case halfOpen
    }
#endif
