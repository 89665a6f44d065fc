/// The folders in which Peach keeps things.
public struct FolderFacts {
  public enum Use: String, Hashable {
    case settings, history, recovery
  }

  public struct Folder: Hashable {
    public let use: Use
    public let path: String

    /// Whether it is there; where it is not, whether it could be made.
    public let exists: Bool
    public let isWritable: Bool

    public init(use: Use, path: String, exists: Bool, isWritable: Bool) {
      self.use = use
      self.path = path
      self.exists = exists
      self.isWritable = isWritable
    }
  }

  public let folders: [Folder]

  public init(folders: [Folder]) { self.folders = folders }
}
