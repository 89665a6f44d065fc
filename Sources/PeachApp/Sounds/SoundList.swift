import Console
import Language

/// The sounds that there are, by font and family.
struct SoundList {
  let fonts: [(font: ListedFont, sounds: [ListedSound])]

  /// Files that should have been fonts, and why they are none.
  let skipped: [(path: String, reason: String)]

  init(
    fonts: [(font: ListedFont, sounds: [ListedSound])],
    skipped: [(path: String, reason: String)]
  ) {
    self.fonts = fonts
    self.skipped = skipped
  }

  /// A paragraph for each font, with the families in General MIDI's order.
  var text: String {
    guard !fonts.isEmpty else { return localized("There is no such sound.") + "\n" }
    return fonts.map { paragraph($0.font, $0.sounds) }.joined(separator: "\n")
  }

  private func paragraph(_ font: ListedFont, _ sounds: [ListedSound]) -> String {
    let name = font.information.name
    var lines = ["\(font.tag)  \(name.isEmpty ? "" : "\(name), ")\(font.path)"]
    let width = sounds.map(\.id.count).max() ?? 0
    for family in FamilyName.allCases {
      let members = sounds.filter { $0.family == family }
      if !members.isEmpty { lines.append("  \(family.word)") }
      for sound in members {
        let gap = String(repeating: " ", count: width - sound.id.count + 2)
        lines.append("    \(sound.id)\(gap)\(sound.shownName)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line for each file that was passed over.
  var warnings: [String] { skipped.map { Notice.fontSkipped(path: $0, reason: $1).message } }

  /// One JSON object.
  var json: String {
    var line = JSONLine()
    line.add(
      "fonts",
      objects: fonts.map { font, sounds in
        var object = font.object
        object.add("sounds", objects: sounds.map(\.object))
        return object
      })
    line.add(
      "skipped",
      objects: skipped.map { path, reason in
        var object = JSONLine()
        object.add("path", path)
        object.add("reason", reason)
        return object
      })
    return line.description + "\n"
  }
}
