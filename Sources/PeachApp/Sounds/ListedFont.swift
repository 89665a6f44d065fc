/// A SoundFont as `peach sounds` shows it.
public struct ListedFont: Hashable {
  public let tag: String
  public let path: String

  /// Bytes.
  public let size: Int

  /// Whether its samples are compressed.
  public let isCompressed: Bool

  /// What it says of itself; texts may be empty.
  public let information: FontInformation

  public init(
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
