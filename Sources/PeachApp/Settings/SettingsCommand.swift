import ArgumentParser
import Foundation
import Language
import Settings

/// `peach settings`: reads and changes the settings file.
struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: localized("Show and change the settings."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Comments and order of your file survive a change. A change made while Peach trains counts from \
        the next comparison on.
        """),
      examples: """
        peach settings list
        peach settings get noteDuration
        peach settings set intervals P5,M3-
        peach settings unset intervals
        """),
    subcommands: [List.self, Get.self, Set.self, Unset.self, Path.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("List every setting with its value, meaning, range and default."),
      discussion: CommandHelp.discussion(examples: "peach settings list --json"))
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        let settings = try FileUserSettings(file: context.settingsFile)
        let rows = context.rows(of: settings)
        context.output.write(global.json ? SettingsText.json(rows) : SettingsText.table(rows))
      }
    }
  }

  struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Print the value of one setting."),
      discussion: CommandHelp.discussion(examples: "peach settings get referencePitch"))
    @Argument(
      help: ArgumentHelp(
        localized("The setting's name."), valueName: localized(context: "value of an option", "key")
      ),
      completion: .settingNames) var key: String
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        let key = try context.settingKey(named: key)
        let settings = try FileUserSettings(file: context.settingsFile)
        let value = settings.report.first { $0.key == key }?.value.text ?? ""
        context.output.writeLine(value)
      }
    }
  }

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Change one setting in the settings file."),
      discussion: CommandHelp.discussion(examples: "peach settings set noteDuration 0.7"))
    @Argument(
      help: ArgumentHelp(
        localized("The setting's name."), valueName: localized(context: "value of an option", "key")
      ),
      completion: .settingNames) var key: String
    @Argument(
      help: ArgumentHelp(
        localized("The new value."), valueName: localized(context: "value of an option", "value")),
      completion: .valueOfNamedSetting)
    var value: String
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        let key = try context.settingKey(named: key)
        let file = context.settingsFile
        let text =
          key == .soundSource
          ? try context.soundTag(value, fonts: FileUserSettings(file: file).soundFonts) : value
        try file.set(key, text)
      }
    }
  }

  struct Unset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Take one setting out of the settings file, so that its default holds."),
      discussion: CommandHelp.discussion(examples: "peach settings unset noteDuration"))
    @Argument(
      help: ArgumentHelp(
        localized("The setting's name."), valueName: localized(context: "value of an option", "key")
      ),
      completion: .settingNames) var key: String
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        try context.settingsFile.unset(context.settingKey(named: key))
      }
    }
  }

  struct Path: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Print where the settings file is."),
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

extension CommandContext {
  /// A row for every setting.
  func rows(of settings: FileUserSettings) -> [SettingRow] {
    settings.report.map { report in
      SettingRow(
        name: report.name, value: report.value.text, defaultValue: report.defaultValue.text,
        source: report.source.word, allowed: report.key.allowed, meaning: report.key.meaning)
    }
  }

  /// The key that the user named; a name that does not exist is wrong usage.
  fileprivate func settingKey(named name: String) throws(SettingsError) -> SettingKey {
    try SettingKey.named(name)
  }
}

extension SettingSource {
  fileprivate var word: String {
    switch self {
    case .default: "default"
    case .controller: "controller"
    case .file: "file"
    case .option: "option"
    }
  }
}
