import Charts
import Console
import Language
import Music

/// All that there is to say of a sound and its font.
struct SoundDetails {
  let sound: ListedSound
  let font: ListedFont

  /// The keys on which it has samples, from the lowest to the highest without gaps; `nil` where the font
  /// does not tell.
  let keys: [ClosedRange<Int>]?

  init(sound: ListedSound, font: ListedFont, keys: [ClosedRange<Int>]?) {
    self.sound = sound
    self.font = font
    self.keys = keys
  }

  /// A line for each fact that there is.
  var text: String {
    let information = font.information
    let format = font.isCompressed ? localized("SF3, compressed samples") : "SF2"
    let edition = information.edition.isEmpty ? "" : " (\(information.edition))"
    let rows = [
      (localized(context: "sound", "sound"), sound.id),
      (localized(context: "sound", "name"), sound.shownName),
      (localized(context: "sound", "family"), sound.family.word),
      (
        localized(context: "sound", "bank, program"),
        localized("%d, %d", sound.bank, sound.program)
      ),
      (localized(context: "sound", "keys"), keyText),
      (localized(context: "sound", "font"), font.path),
      (
        localized(context: "sound", "size"),
        localized("%@ MiB", NumberText.fixed(Double(font.size) / 1_048_576, places: 1))
      ),
      (localized(context: "sound", "format"), format + edition),
      (localized(context: "sound", "font's name"), information.name),
      (localized(context: "sound", "author"), information.author),
      (localized(context: "sound", "copyright"), information.copyright),
      (localized(context: "sound", "made for"), information.product),
      (localized(context: "sound", "date"), information.date),
      (localized(context: "sound", "comment"), information.comment),
    ]
    return TextTable.rows(rows.filter { !$0.1.isEmpty }) + "\n"
  }

  private var keyText: String {
    guard let keys else { return localized("the font does not tell") }
    guard !keys.isEmpty else { return localized("none: it is silent") }
    return keys.map { range in
      let ends = [range.lowerBound, range.upperBound].map {
        "\($0) (\(NoteName.text(MIDINote($0))))"
      }
      return range.count == 1 ? ends[0] : ends.joined(separator: " … ")
    }.joined(separator: ", ")
  }

  /// One JSON object.
  var json: String {
    var line = sound.object
    line.add("keys", keys?.map { [$0.lowerBound, $0.upperBound] })
    var object = font.object
    let information = font.information
    object.add("edition", information.edition)
    object.add("author", information.author)
    object.add("copyright", information.copyright)
    object.add("product", information.product)
    object.add("date", information.date)
    object.add("comment", information.comment)
    line.add("font", object: object)
    return line.description + "\n"
  }
}
