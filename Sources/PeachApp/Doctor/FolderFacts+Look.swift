import Foundation

extension FolderFacts.Folder {
  /// Looks whether a folder can be written to or, where it is not there, made.
  static func look(at path: String, for use: FolderFacts.Use) -> FolderFacts.Folder {
    var status = stat()
    let exists = stat(path, &status) == 0
    guard !exists else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      return .init(
        use: use, path: path, exists: true, isWritable: isFolder && access(path, W_OK | X_OK) == 0)
    }
    var ancestor = URL(fileURLWithPath: path)
    repeat {
      ancestor.deleteLastPathComponent()
    } while stat(ancestor.path, &status) != 0
      && ancestor.path != "/"
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    return .init(
      use: use, path: path, exists: false,
      isWritable: isFolder && access(ancestor.path, W_OK | X_OK) == 0)
  }
}
