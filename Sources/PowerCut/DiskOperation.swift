/// Something that SQLite asked of the disk. Files go by their names in the watched directory.
enum DiskOperation {
  case create(String)
  case write(String, offset: Int, bytes: [UInt8])
  case truncate(String, size: Int)
  /// Everything that was written to the file is safe; so are the directory's entries where it says so.
  case sync(String, withDirectory: Bool)
  case delete(String, syncsDirectory: Bool)
}
