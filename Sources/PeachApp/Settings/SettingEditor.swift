import Charts
import Foundation
import Language
import Music
import Settings
import SoundFonts

/// Reads and changes the settings file for the settings screen. Main thread.
final class SettingEditor {
  private let context: CommandContext
  private let settings: FileUserSettings
  private let library: SoundFontLibrary
  private var file: SettingsFile { context.settingsFile }

  init(_ context: CommandContext, services: TrainingServices) {
    self.context = context
    settings = services.settings
    library = services.link.library
  }

  /// All settings with the values that can be chosen now.
  var all: [EditableSetting] {
    settings.refresh()
    return settings.report.map { report in
      EditableSetting(
        row: ListedSetting(report), remark: remark(report.value), choices: choices(report),
        canBeHeard: report.key.row.preview != nil)
    }
  }

  /// Sets a key in the file, with effect at once; a sound may be named as on the command line.
  /// Throws `SettingsError` and ``Fault``.
  ///
  /// - Returns: the key.
  func change(_ name: String, to text: String) throws -> SettingKey {
    let key = try SettingKey.named(name)
    try context.writableSettingsFile.set(
      key,
      key == .soundSource ? context.soundTag(text, fonts: settings.soundFonts) { _ in } : text)
    settings.refresh()
    return key
  }

  /// Resets a key to its default. Throws `SettingsError` and ``Fault``.
  ///
  /// - Returns: the key.
  func restore(_ name: String) throws -> SettingKey {
    let key = try SettingKey.named(name)
    try context.writableSettingsFile.unset(key)
    settings.refresh()
    return key
  }

  /// The choices. Sounds are those of all fonts, which only the library knows.
  private func choices(_ report: SettingReport) -> SettingChoices {
    guard report.key == .soundSource else {
      return file.choices(for: report.key, at: report.value)
    }
    let tags = library.sounds.map(\.source.description)
      .filter { SettingValue(.soundSource, text: $0) != nil }
    let place = tags.firstIndex(of: report.value.text)
    return .neighbours(
      before: tags[..<(place ?? 0)].last, after: tags[(place.map { $0 + 1 } ?? 0)...].first)
  }

  private func remark(_ value: SettingValue) -> String? {
    if value.key == .soundSource { return library.sound(of: value[\.soundSource])?.preset.name }
    return switch value.key.row.unit {
    case .midiNote: value.number.map { NoteName.text(MIDINote(Int($0))) }
    case .seconds: localized(context: "unit", "s")
    case .hertz: localized(context: "unit", "Hz")
    case .cents: localized(context: "unit", "cents")
    case .centsPerSecond: localized(context: "unit", "cents/s")
    case .minutes: localized(context: "unit", "min")
    case .decibels: localized(context: "unit", "dB")
    case nil: nil
    }
  }
}
