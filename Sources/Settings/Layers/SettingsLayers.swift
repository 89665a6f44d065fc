import Music

/// Options over the file over the defaults, checked as a whole.
struct SettingsLayers: Sendable {
  let defaults: EffectiveSettings
  let effective: EffectiveSettings
  let noteRange: NoteRange
  private let sources: [SettingKey: SettingSource]

  /// Throws ``SettingsError/noteRangeTooNarrow(_:key:lowest:highest:)``.
  init(
    file: SettingsContents, overrides: SettingsOverrides = SettingsOverrides(),
    defaultIntervals: [DirectedInterval] = [.prime]
  ) throws(SettingsError) {
    var defaults = EffectiveSettings()
    defaults.apply(.intervals(defaultIntervals))
    var effective = defaults
    var sources: [SettingKey: SettingSource] = [:]
    for (key, entry) in file.entries {
      effective.apply(entry.value)
      sources[key] = .file(line: entry.line)
    }
    for (key, value) in overrides.values {
      effective.apply(value)
      sources[key] = .option
    }
    let (lowest, highest) = (effective.lowestNote, effective.highestNote)
    guard let noteRange = NoteRange(lowest: lowest, highest: highest) else {
      let (key, place) = Self.lastSetEnd(sources, path: file.path)
      throw .noteRangeTooNarrow(place, key: key, lowest: lowest, highest: highest)
    }
    self.defaults = defaults
    self.effective = effective
    self.noteRange = noteRange
    self.sources = sources
  }

  func source(of key: SettingKey) -> SettingSource { sources[key] ?? .default }

  /// Which end of the note range to blame: the one of the upper layer, or of the later line.
  private static func lastSetEnd(
    _ sources: [SettingKey: SettingSource], path: String
  ) -> (SettingKey, SettingPlace) {
    switch (sources[.noteRangeMin], sources[.noteRangeMax]) {
    case (_, .option?): (.noteRangeMax, .option)
    case (.option?, _): (.noteRangeMin, .option)
    case (.file(let low)?, .file(let high)?) where low > high:
      (.noteRangeMin, .file(path: path, line: low))
    case (_, .file(let line)?): (.noteRangeMax, .file(path: path, line: line))
    case (.file(let line)?, _): (.noteRangeMin, .file(path: path, line: line))
    // The defaults are far enough apart.
    case (_, _): (.noteRangeMax, .file(path: path, line: 1))
    }
  }
}
