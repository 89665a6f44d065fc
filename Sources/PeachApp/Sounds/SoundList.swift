import Charts
import Console
import Language
import Music
import SoundFonts

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

/// A preset as `peach sounds` shows it.
struct ListedSound: Hashable {
  /// What settings call it, as `FluidR3_GM:0:42`.
  let id: String

  /// What its font calls it; may be empty.
  let name: String
  let bank: Int
  let program: Int
  let family: FamilyName

  init(id: String, name: String, bank: Int, program: Int, family: FamilyName) {
    self.id = id
    self.name = name
    self.bank = bank
    self.program = program
    self.family = family
  }

  /// The name, or that there is none.
  var shownName: String { name.isEmpty ? localized("(no name)") : name }

  var object: JSONLine {
    var line = JSONLine()
    line.add("soundSource", id)
    line.add("name", name)
    line.add("bank", bank)
    line.add("program", program)
    line.add("family", family.rawValue)
    return line
  }
}

/// What a SoundFont says of itself; texts may be empty.
struct FontInformation: Hashable {
  let name: String
  let author: String
  let copyright: String
  let comment: String
  let product: String
  let date: String

  /// The edition of the format, as `2.04`.
  let edition: String

  init(
    name: String, author: String = "", copyright: String = "", comment: String = "",
    product: String = "", date: String = "", edition: String = ""
  ) {
    self.name = name
    self.author = author
    self.copyright = copyright
    self.comment = comment
    self.product = product
    self.date = date
    self.edition = edition
  }
}

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

/// The families of instruments of General MIDI. The raw value is the word in JSON, never translated.
enum FamilyName: String, CaseIterable, Hashable {
  case piano, chromaticPercussion, organ, guitar, bass, strings, ensemble, brass, reed, pipe
  case synthLead, synthPad, synthEffects, ethnic, percussive

  var word: String {
    switch self {
    case .piano: localized(context: "family of sounds", "Piano")
    case .chromaticPercussion: localized(context: "family of sounds", "Chromatic percussion")
    case .organ: localized(context: "family of sounds", "Organ")
    case .guitar: localized(context: "family of sounds", "Guitar")
    case .bass: localized(context: "family of sounds", "Bass")
    case .strings: localized(context: "family of sounds", "Strings")
    case .ensemble: localized(context: "family of sounds", "Ensemble")
    case .brass: localized(context: "family of sounds", "Brass")
    case .reed: localized(context: "family of sounds", "Reed")
    case .pipe: localized(context: "family of sounds", "Pipe")
    case .synthLead: localized(context: "family of sounds", "Synth lead")
    case .synthPad: localized(context: "family of sounds", "Synth pad")
    case .synthEffects: localized(context: "family of sounds", "Synth effects")
    case .ethnic: localized(context: "family of sounds", "Ethnic")
    case .percussive: localized(context: "family of sounds", "Percussive")
    }
  }
}

/// What was found, as the console shows it.
extension FoundSoundFonts {
  var skipped: [(path: String, reason: String)] {
    refused.map { (path: $0.path, reason: $0.refusal?.words ?? "") }
  }

  var triedPaths: [TriedPath] {
    trials.map {
      TriedPath(origin: .init($0.place.origin), path: $0.path, outcome: .init($0.outcome))
    }
  }
}

extension ListedSound {
  init(_ sound: FoundSound) {
    self.init(
      id: sound.source.description, name: sound.preset.name, bank: sound.preset.bank,
      program: sound.preset.program, family: FamilyName(sound.family))
  }
}

extension ListedFont {
  init(_ font: SoundFont) {
    let information = font.contents.information
    self.init(
      tag: font.tag, path: font.path, size: font.size, isCompressed: font.contents.isCompressed,
      information: FontInformation(
        name: information.name, author: information.author, copyright: information.copyright,
        comment: information.comment, product: information.product, date: information.date,
        edition: information.edition))
  }
}

extension FamilyName {
  init(_ family: SoundFamily) {
    self =
      switch family {
      case .piano: .piano
      case .chromaticPercussion: .chromaticPercussion
      case .organ: .organ
      case .guitar: .guitar
      case .bass: .bass
      case .strings: .strings
      case .ensemble: .ensemble
      case .brass: .brass
      case .reed: .reed
      case .pipe: .pipe
      case .synthLead: .synthLead
      case .synthPad: .synthPad
      case .synthEffects: .synthEffects
      case .ethnic: .ethnic
      case .percussive: .percussive
      }
  }
}

extension TriedPath.Origin {
  init(_ origin: SoundFontPlace.Origin) {
    self =
      switch origin {
      case .builtIn: .builtIn
      case .option: .option
      case .settings: .settings
      case .environment(let variable): .environment(variable)
      case .data: .data
      case .synthesizer: .synthesizer
      }
  }
}

extension TriedPath.Outcome {
  init(_ outcome: SoundFontTrial.Outcome) {
    self =
      switch outcome {
      case .font(let tag): .font(tag: tag)
      case .folder: .folder
      case .absent: .absent
      case .sameFile(let path): .sameFile(as: path)
      case .sameContent(let path): .sameContent(as: path)
      case .refused(let error): .refused(reason: error.words)
      case .notLookedInto: .notLookedInto
      }
  }
}
