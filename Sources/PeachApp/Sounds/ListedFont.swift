import Console

/// A SoundFont as `peach sounds` shows it.
struct ListedFont: Hashable {
  let tag: String
  let path: String

  /// Bytes.
  let size: Int

  /// Whether its samples are compressed.
  let isCompressed: Bool

  /// What it says of itself; texts may be empty.
  let information: FontInformation

  init(
    tag: String, path: String, size: Int, isCompressed: Bool, information: FontInformation
  ) {
    self.tag = tag
    self.path = path
    self.size = size
    self.isCompressed = isCompressed
    self.information = information
  }

  var object: JSONLine {
    var line = JSONLine()
    line.add("font", tag)
    line.add("name", information.name)
    line.add("path", path)
    line.add("size", size)
    line.add("isCompressed", isCompressed)
    return line
  }
}
