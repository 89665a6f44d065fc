import Foundation
import Language

/// The definition of a setting, a row of ``SettingTable``.
public struct SettingRow: Sendable {
  public let key: SettingKey
  public let group: SettingGroup

  /// The allowed values.
  public let domain: SettingDomain

  /// The unit of a number, if the user should see it beside the value.
  public let unit: SettingUnit?

  /// The way to hear or try the setting; `nil` if there is none.
  public let preview: SettingPreviewKind?

  /// The explanation in the default file, with its line breaks; empty if that of the row above is
  /// also for this setting.
  let comment: String

  private let title: @Sendable () -> String
  private let explain: @Sendable () -> String
  private let detail: @Sendable () -> String

  /// A value as a musician says it; `nil` if the row has no words for it.
  let words: @Sendable (TOMLNode) -> String?

  /// A value of the file in its canonical form; `nil` if it is not allowed.
  let normalized: @Sendable (TOMLNode) -> TOMLNode?

  let get: @Sendable (SettingValues) -> TOMLNode
  let set: @Sendable (TOMLNode, inout SettingValues) -> Void

  /// A value with its paths made independent of a folder, from which they count.
  let anchored: @Sendable (TOMLNode, _ folder: String) -> TOMLNode

  /// - Parameters:
  ///   - path: the place of the value, which has its default.
  ///   - name: the musician's name for the setting, in the user's language; at most 15 columns, so
  ///     that it fits the settings screen.
  ///   - words: a value as a musician says it; without it, or if it returns `nil`, a value stands
  ///     as a number with its unit, as yes or no, or as it is spelt.
  ///   - meaning: the purpose of the setting, in the user's language, without its unit.
  ///   - detail: a sentence for the command line alone, where values are typed as they are spelt.
  init<Value>(
    _ key: SettingKey, _ group: SettingGroup,
    _ path: WritableKeyPath<SettingValues, Value> & Sendable, _ coding: SettingCoding<Value>,
    unit: SettingUnit? = nil, preview: SettingPreviewKind? = nil,
    name: @autoclosure @escaping @Sendable () -> String,
    words: (@Sendable (Value) -> String?)? = nil,
    meaning: @autoclosure @escaping @Sendable () -> String,
    detail: @autoclosure @escaping @Sendable () -> String = "", comment: String = ""
  ) {
    self.key = key
    self.group = group
    self.unit = unit
    self.preview = preview
    self.comment = comment
    domain = coding.domain
    title = name
    explain = meaning
    self.detail = detail
    self.words = { node in words.flatMap { words in coding.read(node).flatMap(words) } }
    normalized = { coding.read($0).map(coding.write) }
    get = { coding.write($0[keyPath: path]) }
    set = { node, values in
      if let value = coding.read(node) { values[keyPath: path] = value }
    }
    anchored = { node, folder in
      coding.read(node).map { coding.write(coding.anchor($0, folder)) } ?? node
    }
  }

  /// The musician's name for the setting, in the user's language.
  public var name: String { title() }

  /// The purpose of the setting, in the user's language.
  public var meaning: String { explain() }

  /// The meaning for the command line, where values have no unit: with a sentence about it, and
  /// with details for typing a value.
  public var explanation: String {
    [meaning, detail(), unit?.sentence ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// True if a controller's map may have the setting.
  public var isControl: Bool { SettingTable.controlNames.contains(key.name) }

  // MARK: Words that are typed

  /// The words that the setting accepts, as the settings screen shows them: `yes` and `no`.
  public var shownWords: [String] {
    domain.words.map { SettingValue(key, text: $0)?.inWords ?? $0 }
  }

  /// The values that may be typed on the settings screen, with words as they are shown there.
  public var allowedOnScreen: String {
    let isOneOfTheWords =
      !domain.words.isEmpty && domain.allowed == domain.words.joined(separator: ", ")
    return isOneOfTheWords ? shownWords.joined(separator: ", ") : domain.allowed
  }

  /// The spelling of a text in the file, if it is one of ``shownWords``; otherwise the text.
  public func spelling(of text: String) -> String {
    guard domain.kind == .name || domain.kind == .truth, SettingValue(key, text: text) == nil else {
      return text
    }
    let wanted = text.trimmingCharacters(in: .whitespaces).lowercased()
    return zip(domain.words, shownWords).first { $1.lowercased() == wanted }?.0 ?? text
  }
}

/// The groups of the settings screen, in its order.
public enum SettingGroup: CaseIterable, Hashable, Sendable {
  case task, sound, tuning, feedback, hands, output, more

  public var name: String {
    switch self {
    case .task: localized(context: "group of settings", "Task")
    case .sound: localized(context: "group of settings", "Sound")
    case .tuning: localized(context: "group of settings", "Tuning")
    case .feedback: localized(context: "group of settings", "Feedback")
    case .hands: localized(context: "group of settings", "Hands")
    case .output: localized(context: "group of settings", "Output")
    case .more: localized(context: "group of settings", "More")
    }
  }
}

public enum SettingUnit: Hashable, Sendable {
  case midiNote, seconds, minutes, hertz, cents, centsPerSecond, decibels
}

/// The ways to hear or try a setting on the settings screen.
public enum SettingPreviewKind: Hashable, Sendable {
  /// Two notes, as in a comparison.
  case notes

  /// The notes at both ends of the range.
  case rangeEnds

  /// A note, then the same note quieter and louder.
  case loudness

  /// Two notes for every interval of the rotation.
  case intervals

  /// Notes over the whole range.
  case range

  /// A note that the MIDI control tunes until it is committed.
  case slider

  /// Silence, in which keys, pads and pedals show their answers.
  case answers

  /// The terminal's bell.
  case bell
}

/// The name of a setting, which the file, `peach settings` and the command line's options share.
public struct SettingKey: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The spelling in the file, such as `noteDuration`.
  public let name: String

  /// - Parameter name: a name for which the table has a row.
  public init(stringLiteral name: String) { self.name = name }

  /// `nil` if there is no such setting.
  public init?(name: String) {
    guard SettingTable.row(named: name) != nil else { return nil }
    self.name = name
  }

  /// The key that a user has named on the command line: `noteDuration`, `note-duration` or the
  /// short name of its option. Throws ``SettingsError/unknownKey(_:name:)``.
  public static func named(_ name: String) throws(SettingsError) -> SettingKey {
    if let key = allCases.first(where: { $0.name == name || $0.optionName == "--" + name }) {
      return key
    }
    // The only option with a short name.
    if name == "tuning" { return .tuningSystem }
    throw .unknownKey(.argument, name: name)
  }

  public var row: SettingRow {
    guard let row = SettingTable.row(named: name) else {
      // as it is: a mistake of the program
      preconditionFailure("the table of settings has no row \(name)")
    }
    return row
  }

  /// The command line's option, such as `--note-duration`.
  public var optionName: String {
    "--" + name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }

  public var defaultValue: SettingValue { SettingValues()[self] }
}

extension SettingKey: CaseIterable {
  public static var allCases: [SettingKey] { SettingTable.rows.map(\.key) }
}

/// The keys that the program names.
extension SettingKey {
  public static let accompaniment: SettingKey = "accompaniment"
  public static let commitButtons: SettingKey = "commitButtons"
  public static let connect: SettingKey = "connect"
  public static let connectInput: SettingKey = "connectInput"
  public static let connectMidiOutput: SettingKey = "connectMidiOutput"
  public static let controller: SettingKey = "controller"
  public static let higherButtons: SettingKey = "higherButtons"
  public static let inputDelay: SettingKey = "inputDelay"
  public static let intervals: SettingKey = "intervals"
  public static let lowerButtons: SettingKey = "lowerButtons"
  public static let midiChannel: SettingKey = "midiChannel"
  public static let noteRangeMax: SettingKey = "noteRangeMax"
  public static let noteRangeMin: SettingKey = "noteRangeMin"
  public static let osc: SettingKey = "osc"
  public static let outputLevel: SettingKey = "outputLevel"
  public static let sessionTraining: SettingKey = "sessionTraining"
  public static let slider: SettingKey = "slider"
  public static let soundFonts: SettingKey = "soundFonts"
  public static let soundSource: SettingKey = "soundSource"
  public static let stopButtons: SettingKey = "stopButtons"
  public static let tuningSystem: SettingKey = "tuningSystem"
  public static let wheel: SettingKey = "wheel"
}
