extension ImageManager {
    /// A manager with the standard parts and the user's cache folder. A convenience: everything works with other instances.
    public static let shared = ImageManager(.standard())
}
