extension String {
  /// The path without its last component; empty for one that has no other. (Foundation's own traps for a
  /// path of one letter.)
  var parentDirectory: String {
    guard let slash = lastIndex(of: "/") else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
