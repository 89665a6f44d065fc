import ArgumentParser
import Console
import Foundation
import Language
import Program
import Settings

/// `peach settings`: shows and changes the settings file.
struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: localized("Show and change the settings."),
    discussion: CommandHelp.discussion(
      localized(
        """
        A change keeps the comments and the order of your settings file. If Peach is training, the \
        change applies from the next trial on.
        """),
      examples: """
        peach settings list
        peach settings get noteDuration
        peach settings set intervals P5,M3-
        peach settings unset intervals
        peach settings preset strings-cello
        """),
    subcommands: [List.self, Get.self, Set.self, Unset.self, Preset.self, Path.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("List all settings with value, meaning, allowed values and default."),
      discussion: CommandHelp.discussion(examples: "peach settings list --json"))
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        let settings = try context.readSettings()
        let list =
          global.json
          ? SettingsText.json(settings.report.map(ListedSetting.init))
          : SettingsText.list(settings.report, isPlain: global.plain)
        context.output.write(list)
      }
    }
  }

  struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Print the value of one setting."),
      discussion: CommandHelp.discussion(examples: "peach settings get referencePitch"))
    @OptionGroup var name: SettingName
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        let key = try SettingKey.named(name.key)
        let settings = try context.readSettings()
        let value = settings.report.first { $0.key == key }?.value.text ?? ""
        context.output.writeLine(value)
      }
    }
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Change one setting in the settings file."),
      discussion: CommandHelp.discussion(examples: "peach settings set noteDuration 0.7"))
    @OptionGroup var name: SettingName
    @Argument(
      help: ArgumentHelp(
        localized("The new value."), valueName: localized(context: "value of an option", "value")),
      completion: .valueOfNamedSetting)
    var value: String
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        let key = try SettingKey.named(name.key)
        let file = try context.writableSettingsFile
        let text =
          key == .soundSource
          ? try context.soundTag(value, fonts: FileUserSettings(file: file).soundFonts) : value
        try file.set(key, text)
      }
    }
  }

  struct Unset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized(
        "Remove one setting from the settings file, so that its default applies."),
      discussion: CommandHelp.discussion(examples: "peach settings unset noteDuration"))
    @OptionGroup var name: SettingName
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        try context.writableSettingsFile.unset(SettingKey.named(name.key))
      }
    }
  }

  struct Preset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized(
        "Set the range, the intervals, the tuning and the sound for what you play."),
      discussion: CommandHelp.discussion(
        localized(
          """
          Without a name, list the presets with their files. A preset is a settings file, NAME.toml in \
          the folder presets beside config.toml; one of yours hides one that comes with Peach. \
          GENERAL-SPECIAL.toml adds to GENERAL.toml.
          """),
        examples: """
          peach settings preset
          peach settings preset voice-tenor
          """))
    @Argument(
      help: ArgumentHelp(
        localized("The preset."), valueName: localized(context: "value of an option", "name")),
      completion: .custom { _, _, _ in SettingWords.usualFile.presetNames })
    var name: String?
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        if let name {
          let file = try context.writableSettingsFile
          let preset = try file.preset(name)
          try file.change(setting: preset.values.map { (key: $0.key, text: $0.text) })
          return write([preset], of: file, context)
        }
        let file = context.settingsFile
        var presets: [Settings.Preset] = []
        var fault: SettingsError?
        for name in file.presetNames {
          do throws(SettingsError) {
            presets.append(try file.preset(name))
          } catch {
            fault = fault ?? error
          }
        }
        // A preset that cannot be read does not hide the others.
        write(presets, of: file, context)
        if let fault { throw fault }
      }
    }

    @MainActor private func write(
      _ presets: [Settings.Preset], of file: SettingsFile, _ context: CommandContext
    ) {
      if global.json {
        return context.output.write(SettingsText.json(presets.map(ListedPreset.init)))
      }
      for preset in presets {
        context.output.writeLine(
          "\(preset.name): \(PresetWords.name(of: preset.name)), \(preset.path)")
        guard name != nil else { continue }
        for value in preset.values {
          context.output.writeLine("\(value.key.name) = \(value.localizedText)")
        }
      }
      if name == nil {
        context.output.writeLine(
          localized("Your own presets: %@", file.ownPresets + "/NAME.toml"))
      }
    }
  }

  struct Path: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Print the path of the settings file."),
      discussion: CommandHelp.discussion(examples: "$EDITOR \"$(peach settings path)\""))
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        context.output.writeLine(context.settingsFile.path)
      }
    }
  }
}

struct SettingName: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      localized("The setting's name."), valueName: localized(context: "value of an option", "key")),
    completion: .settingNames)
  var key: String
}

/// A setting in the JSON list, whose names are those of the properties.
private struct ListedSetting: Encodable {
  let name: String
  let value: String
  let defaultValue: String

  /// The source of the value: `default`, `site`, `controller` (its map), `file` or `option`.
  let source: String

  /// The file of the site that the default comes from; missing if it is Peach's own.
  let site: String?
  let allowed: String
  let meaning: String
}

/// A preset in the JSON list, whose names are those of the properties.
private struct ListedPreset: Encodable {
  let name: String
  let path: String
  let settings: [String: String]

  init(_ preset: Preset) {
    name = preset.name
    path = preset.path
    settings = Dictionary(uniqueKeysWithValues: preset.values.map { ($0.key.name, $0.text) })
  }
}

extension ListedSetting {
  fileprivate init(_ report: SettingReport) {
    let row = report.key.row
    self.init(
      name: report.name, value: report.value.text, defaultValue: report.defaultValue.text,
      source: report.source.word, site: report.site, allowed: row.domain.allowedInJSON,
      meaning: row.explanation)
  }
}

extension SettingSource {
  fileprivate var word: String {
    switch self {
    case .default: "default"
    case .site: "site"
    case .controller: "controller"
    case .file: "file"
    case .option: "option"
    }
  }
}

private enum SettingsText {
  /// A list with a paragraph for each setting.
  ///
  /// - Parameter isPlain: whether the list is read out, without blanks that only align.
  static func list(_ reports: [SettingReport], isPlain: Bool) -> String {
    let width = isPlain ? 0 : reports.map(\.name.count).max() ?? 0
    let indent = isPlain ? "" : String(repeating: " ", count: width + 2)
    return reports.map { report in
      let row = report.key.row
      let name = isPlain ? report.name : report.name.rightPadded(to: width)
      return """
        \(name)\(isPlain ? ": " : "  ")\(report.value.localizedText)  \(origin(of: report))
        \(indent)\(row.explanation)
        \(indent)\(localized("Allowed: %@", row.domain.allowed))

        """
    }.joined()
  }

  private static func origin(of report: SettingReport) -> String {
    let value = report.defaultValue.localizedText
    let text = value.isEmpty ? localized(context: "default of a setting", "none") : value
    let shown =
      report.site.map { localized(context: "default of a setting", "%@ from %@", text, $0) } ?? text
    return switch report.source {
    case .default: localized("(default)")
    case .site(let path, _): localized("(default from %@)", path)
    case .controller: localized("(from the controller; default %@)", shown)
    case .option: localized("(from the option; default %@)", shown)
    case .file: localized("(from the file; default %@)", shown)
    }
  }

  static func json(_ rows: [some Encodable]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(rows) else { return "[]\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
