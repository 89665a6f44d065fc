/// What a font is called after its file.
enum FontName {
  private static let extensions = [".sf2", ".sf3"]

  /// Whether the file's name says that it is a SoundFont.
  static func isOfFont(_ path: String) -> Bool {
    extensions.contains { path.lowercased().hasSuffix($0) }
  }

  /// The file's name without folders and without `.sf2` or `.sf3`.
  static func base(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let suffix = extensions.first(where: { name.lowercased().hasSuffix($0) }),
      name.count > suffix.count
    else { return name }
    return String(name.dropLast(suffix.count))
  }

  /// A name that is not among `taken`: the base with as many folders before it as that needs, and with
  /// control characters taken out, which settings refuse.
  static func tag(of path: String, besides taken: Set<String>) -> String {
    let folders = path.split(separator: "/").dropLast().map(String.init)
    var tag = printable(base(of: path))
    for folder in folders.reversed() where taken.contains(tag) {
      tag = "\(printable(folder))/\(tag)"
    }
    // Names that differ in their extension or in control characters alone.
    var number = 2
    let whole = tag
    while taken.contains(tag) {
      tag = "\(whole) (\(number))"
      number += 1
    }
    return tag
  }

  private static func printable(_ text: String) -> String {
    FontText.clean(text.utf8)
  }
}
