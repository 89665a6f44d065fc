import Foundation
import Installation
import Music
import Synchronization

/// Finds SoundFonts and their sounds. Any thread.
///
/// The built-in font is known at once. The places of the others are searched on the first request,
/// and again on a request for a font that was not there.
public final class SoundFontLibrary: Sendable {
  /// The built-in font's path.
  public let builtInFont: String

  private struct State {
    var search: SoundFontSearch
    var found: FoundSoundFonts?
  }

  private let state: Mutex<State>

  /// - Throws: ``BuiltInFontMissing``
  public init(_ search: SoundFontSearch = .builtInOnly) throws(BuiltInFontMissing) {
    let tried = ShippedFiles.soundFonts.map { $0.appending(path: "Peach.sf2").path }
    guard let found = tried.first(where: { FileManager.default.isReadableFile(atPath: $0) }) else {
      throw BuiltInFontMissing(tried: tried)
    }
    builtInFont = found
    state = Mutex(State(search: search))
  }

  /// The places to search; changing them discards the fonts found before.
  public var search: SoundFontSearch {
    get { state.withLock { $0.search } }
    set {
      state.withLock {
        if $0.search != newValue { $0 = State(search: newValue) }
      }
    }
  }

  /// The fonts found. The first call takes as long as the disks do.
  public var found: FoundSoundFonts { find(anew: false) }

  /// The location of a preset; `nil` if its font is unknown.
  public func location(of source: SoundSourceID) -> PresetLocation? {
    path(ofFontNamed: source.font).map {
      PresetLocation(path: $0, bank: source.bank, program: source.program)
    }
  }

  /// The font and the preset that a source names, if they exist.
  public func sound(of source: SoundSourceID) -> FoundSound? {
    guard let font = font(named: source.font),
      let preset = font.contents.preset(bank: source.bank, program: source.program)
    else { return nil }
    return FoundSound(font: font, preset: preset)
  }

  /// The font and the preset that a source names; `nil`, at once, if the fonts have not been
  /// searched yet.
  public func knownSound(of source: SoundSourceID) -> FoundSound? {
    guard let found = state.withLock({ $0.found }),
      let font = source.font.map({ found.font(named: $0) })
        ?? found.fonts.first(where: \.isBuiltIn),
      let preset = font.contents.preset(bank: source.bank, program: source.program)
    else { return nil }
    return FoundSound(font: font, preset: preset)
  }

  /// True for each of the 128 keys on which a preset sounds; `nil` if its tables are broken, if its
  /// font cannot be read, or for the built-in sounds, which have every key and are not read.
  public func keys(of source: SoundSourceID) -> [Bool]? {
    guard source.font != nil, let sound = sound(of: source) else { return nil }
    return try? sound.font.keys(of: sound.preset)
  }

  /// The bytes of a sound's samples in the file; `nil` if that is not known, or for the built-in
  /// sounds, which are small and are not read.
  public func sampleBytes(of source: SoundSourceID) -> Int? {
    guard source.font != nil, let sound = sound(of: source) else { return nil }
    return try? sound.font.sampleBytes(of: sound.preset)
  }

  /// The unreadable file that a font's name means; `nil` if there is none.
  public func refusal(ofFontNamed name: String) -> SoundFontTrial? {
    guard font(named: name) == nil else { return nil }
    // The tag of a font may begin with its folders.
    let base = name.split(separator: "/").last.map(String.init) ?? name
    return found.refused.first { trial in
      trial.path == name || FontName.base(of: trial.path).lowercased() == base.lowercased()
    }
  }

  /// Every pitched preset of every font, in the order of the fonts and then by name.
  public var sounds: [FoundSound] {
    found.fonts.flatMap { font in
      font.contents.presets.map { FoundSound(font: font, preset: $0) }
    }
  }

  private func path(ofFontNamed name: String?) -> String? {
    // The built-in sounds need no search.
    guard let name, name != FontName.base(of: builtInFont) else { return builtInFont }
    return font(named: name)?.path
  }

  private func font(named name: String?) -> SoundFont? {
    guard let name else { return found.fonts.first(where: \.isBuiltIn) }
    return found.font(named: name) ?? find(anew: true).font(named: name)
  }

  private func find(anew: Bool) -> FoundSoundFonts {
    let (search, known) = state.withLock { ($0.search, $0.found) }
    if let known, !anew { return known }
    // Without the lock: disks may be slow, and a change of the search must not wait for them.
    let found = SoundFontScan.run(search, builtIn: builtInFont)
    state.withLock {
      if $0.search == search { $0.found = found }
    }
    return found
  }
}

/// A preset in a SoundFont file.
public struct PresetLocation: Hashable, Sendable {
  public let path: String
  public let bank: Int
  public let program: Int

  public init(path: String, bank: Int, program: Int) {
    self.path = path
    self.bank = bank
    self.program = program
  }

  /// The font's own name, the bank and the program, as records keep them. It does not depend on
  /// other fonts.
  public var recordedName: String {
    "\(FontText.clean(FontName.base(of: path).utf8)):\(bank):\(program)"
  }
}

/// The error that the built-in font is in none of its possible places.
public struct BuiltInFontMissing: Error, Hashable, Sendable {
  public let tried: [String]
}
