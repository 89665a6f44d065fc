/// What a patchbay shows of Peach's ports where it shows titles rather than names.
public struct PortTitles: Hashable, Sendable {
  public let left: String
  public let right: String
  public let midiIn: String

  /// What both outputs are together.
  public let group: String

  public init(left: String, right: String, midiIn: String, group: String) {
    self.left = left
    self.right = right
    self.midiIn = midiIn
    self.group = group
  }
}
