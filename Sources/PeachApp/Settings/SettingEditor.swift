import Charts
import Foundation
import Language
import Music
import Settings
import SoundFonts

/// The settings file as the settings screen shows and changes it. Main thread.
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

  /// Every setting with what can be chosen for it now.
  var all: [EditableSetting] {
    settings.refresh()
    return zip(settings.report, context.rows(of: settings)).map { report, row in
      EditableSetting(
        row: row, remark: remark(report.value), choices: choices(report),
        canBeHeard: PreviewedSetting(report.key) != nil)
    }
  }

  /// Sets a key in the file, from which it counts at once; a sound may be named as on the command line.
  /// Throws `SettingsError` and ``Fault``.
  ///
  /// - Returns: the key.
  func change(_ name: String, to text: String) throws -> SettingKey {
    let key = try SettingKey.named(name)
    try file.set(
      key,
      key == .soundSource ? context.soundTag(text, fonts: settings.soundFonts) : text)
    settings.refresh()
    return key
  }

  /// Gives a key its default. Throws ``SettingsError``.
  ///
  /// - Returns: the key.
  func restore(_ name: String) throws(SettingsError) -> SettingKey {
    let key = try SettingKey.named(name)
    try file.unset(key)
    settings.refresh()
    return key
  }

  /// What can be chosen. Sounds are those of all fonts, which only the library knows.
  private func choices(_ report: SettingReport) -> EditableSetting.Choices {
    guard report.key == .soundSource else {
      return EditableSetting.Choices(file.choices(for: report.key, at: report.value))
    }
    let tags = library.sounds.map(\.source.description)
      .filter { SettingValue(.soundSource, text: $0) != nil }
    let place = tags.firstIndex(of: report.value.text)
    return .neighbours(
      before: tags[..<(place ?? 0)].last, after: tags[(place.map { $0 + 1 } ?? 0)...].first)
  }

  private func remark(_ value: SettingValue) -> String? {
    switch value {
    case .soundSource(let source): library.sound(of: source)?.preset.name
    case .noteRangeMin(let note), .noteRangeMax(let note): NoteName.text(MIDINote(note))
    case .noteDuration, .sliderSmoothing: localized(context: "unit", "s")
    case .referencePitch: localized(context: "unit", "Hz")
    case .sliderTravel, .encoderStep: localized(context: "unit", "cents")
    case .wheelSpeed: localized(context: "unit", "cents/s")
    default: nil
    }
  }
}

extension EditableSetting.Choices {
  fileprivate init(_ choices: SettingChoices) {
    switch choices {
    case .neighbours(let before, let after): self = .neighbours(before: before, after: after)
    case .members(let members):
      self = .members(
        members.map { member in
          EditableSetting.Member(
            word: member.word,
            meaning: DirectedInterval(member.word).map { NoteName.text($0) } ?? "",
            isIn: member.isIn, toggled: member.toggled)
        })
    case .free: self = .free
    }
  }
}
