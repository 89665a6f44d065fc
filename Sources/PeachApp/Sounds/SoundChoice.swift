import Console
import Language
import Music
import Program
import Settings
import Sound
import SoundFonts

extension CommandContext {
  /// The places where this run looks for SoundFonts.
  func soundFontSearch(_ paths: SoundFontPaths) -> SoundFontSearch {
    SoundFontSearch(
      option: paths.option, settings: paths.file, environment: environment,
      synthesizerDefault: SoundFontLibrary.synthesizerDefault)
  }

  /// The SoundFonts of this run. Throws ``Fault``.
  func soundFontLibrary(_ paths: SoundFontPaths) throws(Fault) -> SoundFontLibrary {
    do {
      return try SoundFontLibrary(soundFontSearch(paths))
    } catch {
      throw Fault(error)
    }
  }

  /// Replaces the name or numbers of a sound in the texts of options with its tag. Throws
  /// `SettingsError`, and ``Fault`` if the name fits no sound or several.
  func resolvingSound(in texts: [SettingKey: String]) throws -> [SettingKey: String] {
    guard let text = texts[.soundSource], SettingValue(.soundSource, text: text) == nil else {
      return texts
    }
    var texts = texts
    texts[.soundSource] = nil
    let fonts = try FileUserSettings(file: settingsFile, overrides: SettingsOverrides(texts))
      .soundFonts
    texts[.soundSource] = try soundTag(text, fonts: fonts, prefix: localized("option: "))
    return texts
  }

  /// The tag of the sound that a user names for the setting. A tag stays as it is, even if its font
  /// does not exist now. Throws ``Fault`` if the name fits no sound.
  ///
  /// - Parameters:
  ///   - prefix: the place of the name, for the fault.
  ///   - onChoice: called with a message if the best of several sounds is chosen; `nil` to write it to
  ///     the messages of the command.
  func soundTag(
    _ text: String, fonts: @autoclosure () throws -> SoundFontPaths, prefix: String = "",
    onChoice: ((String) -> Void)? = nil
  ) throws -> String {
    let key = SettingKey.soundSource
    guard SettingValue(key, text: text) == nil else { return text }
    let library = try soundFontLibrary(fonts())
    let choice = library.choose(text)
    if case .ambiguous(let sounds) = choice, global.json {
      throw Fault.configuration(
        localized(
          "%@%@ = %@ could be %@; allowed: a tag or a name that only one sound has", prefix,
          key.name, text.shortened, sounds.enumeration))
    }
    guard let sound = best(of: choice, for: text, onChoice),
      SettingValue(key, text: sound.source.description) != nil
    else {
      throw Fault.configuration(
        localized(
          "%@%@ = %@ is not allowed%@; allowed: %@", prefix, key.name, text.shortened,
          library.suggestion(for: text), key.row.domain.allowed))
    }
    return sound.source.description
  }

  /// The sound that an argument names. If several fit equally well, the best is chosen and named in
  /// a message; a script (`--json`) gets a ``Fault`` instead, because it must not depend on a
  /// choice.
  func sound(named text: String, in library: SoundFontLibrary) throws(Fault) -> FoundSound {
    let choice = library.choose(text)
    if case .ambiguous(let sounds) = choice, global.json {
      throw .usage(
        localized("'%@' could be %@; give the tag", text.shortened, sounds.enumeration))
    }
    guard let sound = best(of: choice, for: text, nil) else {
      if let problem = library.damage(ofFontIn: text) { throw .unreadableData(problem) }
      throw .usage(
        localized(
          "there is no sound '%@'%@; peach sounds list shows all sounds",
          text.shortened, library.suggestion(for: text)))
    }
    return sound
  }

  /// The sound, or the best of several with a message that names it; `nil` if there is none.
  private func best(
    of choice: SoundChoice, for text: String, _ onChoice: ((String) -> Void)?
  ) -> FoundSound? {
    switch choice {
    case .found(let sound): return sound
    case .unknown: return nil
    case .ambiguous(let sounds):
      guard let best = sounds.best else { return nil }
      let message = localized(
        "'%@' fits several sounds; Peach uses %@ (%@), not %@", text.shortened,
        best.source.description, best.preset.name, sounds.filter { $0 != best }.enumeration)
      if let onChoice { onChoice(message) } else { messages.writeMessage(message) }
      return best
    }
  }
}

extension SoundFontLibrary {
  /// The defect of the font that a text names by its tag, alone or with numbers; `nil` if the font
  /// is not damaged.
  fileprivate func damage(ofFontIn text: String) -> String? {
    let tags = [SoundSourceID(text)?.font, text.split(separator: ":").first.map(String.init)]
    for tag in tags {
      guard let tag, let trial = refusal(ofFontNamed: tag) else { continue }
      return trial.refusal.map { SoundError.damagedFont(path: trial.path, $0).words }
    }
    return nil
  }

  /// The sound that an unknown name probably means, in brackets.
  fileprivate func suggestion(for text: String) -> String {
    let sounds = sounds
    let words = sounds.flatMap { [$0.preset.name, $0.source.description] }
    guard let word = NearestWord.to(text, among: words) else { return "" }
    return localized(" (did you mean %@?)", word)
  }
}

extension [FoundSound] {
  /// The tags and names of at most four sounds, as a list in a sentence.
  fileprivate var enumeration: String {
    let named = prefix(4).map { "\($0.source) (\($0.preset.name))" }
    let rest = count - named.count
    let list = named.joined(separator: ", ")
    return rest == 0
      ? list : localized(one: "%2$@ or %1$d more", other: "%2$@ or %1$d more", rest, list)
  }
}
