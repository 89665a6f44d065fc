/// The folders in which Peach keeps things.
struct FolderFacts {
  enum Use: String, Hashable {
    case settings, history, recovery
  }

  struct Folder: Hashable {
    let use: Use
    let path: String

    /// Whether it is there; where it is not, whether it could be made.
    let exists: Bool
    let isWritable: Bool

    init(use: Use, path: String, exists: Bool, isWritable: Bool) {
      self.use = use
      self.path = path
      self.exists = exists
      self.isWritable = isWritable
    }
  }

  let folders: [Folder]

  init(folders: [Folder]) { self.folders = folders }
}
