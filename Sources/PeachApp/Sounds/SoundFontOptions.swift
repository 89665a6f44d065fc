import ArgumentParser
import Settings
import SoundFonts

/// Where SoundFonts are looked for, of commands that take no other setting.
struct SoundFontOptions: ParsableArguments {
  @Option(help: SettingOptions.help(.soundFonts), completion: .setting(.soundFonts))
  var soundFonts: String?

  /// What was given, by key.
  var texts: [SettingKey: String] { soundFonts.map { [.soundFonts: $0] } ?? [:] }
}

extension CommandContext {
  /// The SoundFonts of a run with these options. Throws ``Fault`` and `SettingsError`.
  func soundFontLibrary(_ options: SoundFontOptions) throws -> SoundFontLibrary {
    let settings = try FileUserSettings(
      file: settingsFile, overrides: SettingsOverrides(options.texts))
    return try soundFontLibrary(settings.soundFonts)
  }
}
