import Charts
import Console
import Language
import Music
import Program
import SoundFonts

/// The output of `peach sounds list`: the sounds by font and family.
struct SoundList {
  /// The fonts with their sounds, also fonts without any pitched sound.
  let fonts: [(font: SoundFont, sounds: [FoundSound])]

  /// Files that should be SoundFonts and cannot be read as such.
  let skipped: [SoundFontTrial]

  /// A paragraph for each font, with the families in the order of General MIDI.
  ///
  /// - Parameter isPlain: true for a list that is read out, without blanks that only align.
  func text(isPlain: Bool) -> String {
    guard !fonts.isEmpty else { return localized("There is no such sound.") + "\n" }
    return fonts.map { paragraph($0.font, $0.sounds, isPlain: isPlain) }.joined(separator: "\n")
  }

  private func paragraph(
    _ font: SoundFont, _ sounds: [FoundSound], isPlain: Bool
  ) -> String {
    let name = font.contents.information.name
    let (gap, indent) = isPlain ? (", ", "") : ("  ", "  ")
    var lines = ["\(font.tag)\(gap)\(name.isEmpty ? "" : "\(name), ")\(font.path.visible)"]
    if sounds.isEmpty {
      lines.append(
        indent
          + localized(
            one: "no sounds to train with: its %d preset is a drum or a noise",
            other: "no sounds to train with: its %d presets are drums and noises",
            font.contents.unpitchedCount))
    }
    let width = isPlain ? 0 : sounds.map(\.source.description.count).max() ?? 0
    for family in SoundFamily.allCases {
      let members = sounds.filter { $0.family == family }
      if !members.isEmpty { lines.append("\(indent)\(family.word)") }
      for sound in members {
        let tag = sound.source.description.rightPadded(to: width)
        lines.append("\(indent)\(indent)\(tag)\(gap)\(sound.shownName)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line for each skipped file.
  var warnings: [String] { skipped.map(\.warning) }

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
      objects: skipped.map { trial in
        var object = JSONLine()
        object.add("path", trial.path)
        object.add("reason", trial.refusal?.words ?? "")
        return object
      })
    return line.description + "\n"
  }
}

/// The output of `peach sounds info`: all facts about a sound and its font.
struct SoundDetails {
  let sound: FoundSound

  /// The keys on which the sound has samples, in ascending ranges; `nil` if the font does not state
  /// them.
  private let keys: [ClosedRange<Int>]?

  init(_ sound: FoundSound) {
    self.sound = sound
    keys = (try? sound.font.keys(of: sound.preset))?.indices(where: \.self).ranges
      .map(ClosedRange.init)
  }

  /// A line for each fact.
  var text: String {
    let font = sound.font
    let information = font.contents.information
    let format = font.contents.isCompressed ? localized("SF3, compressed samples") : "SF2"
    let edition = information.edition.isEmpty ? "" : " (\(information.edition))"
    let rows = [
      (localized(context: "sound", "sound"), sound.source.description),
      (localized(context: "sound", "name"), sound.shownName),
      (localized(context: "sound", "family"), sound.family.word),
      (
        localized(context: "sound", "bank, program"),
        localized("%d, %d", sound.preset.bank, sound.preset.program)
      ),
      (localized(context: "sound", "keys"), keyText),
      (localized(context: "sound", "font"), font.path.visible),
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
    guard let keys else { return localized("not stated in the font") }
    guard !keys.isEmpty else { return localized("none: it is silent") }
    return keys.map { range in
      let ends = [range.lowerBound, range.upperBound].map {
        "\($0) (\(NoteName.text(MIDINote($0))))"
      }
      return range.count == 1 ? ends[0] : ends.joined(separator: " … ")
    }.joined(separator: ", ")
  }

  var json: String {
    var line = sound.object
    line.add("keys", keys?.map { [$0.lowerBound, $0.upperBound] })
    var object = sound.font.object
    let information = sound.font.contents.information
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

extension FoundSound {
  /// The name of the preset, or a text if it has none.
  fileprivate var shownName: String {
    preset.name.isEmpty ? localized("(no name)") : preset.name
  }

  fileprivate var object: JSONLine {
    var line = JSONLine()
    line.add("soundSource", source.description)
    line.add("name", preset.name)
    line.add("bank", preset.bank)
    line.add("program", preset.program)
    line.add("family", family.code)
    return line
  }
}

extension SoundFont {
  fileprivate var object: JSONLine {
    var line = JSONLine()
    line.add("font", tag)
    line.add("name", contents.information.name)
    line.add("path", path)
    line.add("size", size)
    line.add("isCompressed", contents.isCompressed)
    return line
  }
}

extension SoundFamily {
  /// The name in the user's language.
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

/// The output of `peach sounds path`: the paths where Peach looked for SoundFonts.
extension [SoundFontTrial] {
  /// Two lines for each path.
  var text: String { map(\.text).joined() }

  var json: String { "[" + map(\.object.description).joined(separator: ",") + "]\n" }
}

extension SoundFontTrial {
  /// The message for a file that should be a SoundFont and cannot be read as such.
  var warning: String { Notice.fontSkipped(path: path, reason: refusal?.words ?? "").message }

  fileprivate var text: String { "\(path.visible)\n  \(originText): \(outcomeText)\n" }

  fileprivate var object: JSONLine {
    var line = JSONLine()
    line.add("origin", originCode)
    line.add("path", path)
    line.add("outcome", outcomeCode.word)
    if let detail = outcomeCode.detail { line.add(detail.name, detail.value) }
    return line
  }

  private var originText: String {
    switch place.origin {
    case .builtIn: localized(context: "place of fonts", "built in")
    case .option: "--sound-fonts"
    case .settings: "soundFonts"
    case .environment(let variable): variable
    case .data: localized(context: "place of fonts", "data folder")
    case .synthesizer: "FluidSynth"
    }
  }

  /// The word in JSON, never translated.
  private var originCode: String {
    switch place.origin {
    case .builtIn: "builtIn"
    case .option: "option"
    case .settings: "settings"
    case .environment(let variable): variable
    case .data: "data"
    case .synthesizer: "synthesizer"
    }
  }

  private var outcomeText: String {
    switch outcome {
    case .font(let tag): localized("font %@", tag)
    case .folder: localized("folder")
    case .absent: localized("does not exist")
    case .notLookedInto: localized("not searched: nested too deeply, or too many files before it")
    case .sameFile(let path): localized("the same file as %@", path)
    case .sameContent(let path): localized("a copy of %@", path)
    case .refused(let error): localized("skipped: %@", error.words)
    }
  }

  /// The word in JSON, never translated, and the member that goes with it.
  private var outcomeCode: (word: String, detail: (name: String, value: String)?) {
    switch outcome {
    case .font(let tag): ("font", ("font", tag))
    case .folder: ("folder", nil)
    case .absent: ("absent", nil)
    case .notLookedInto: ("notLookedInto", nil)
    case .sameFile(let path): ("sameFile", ("as", path))
    case .sameContent(let path): ("sameContent", ("as", path))
    case .refused(let error): ("refused", ("reason", error.words))
    }
  }
}
