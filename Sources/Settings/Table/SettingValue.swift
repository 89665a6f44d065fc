import Foundation
import Language
import Music
import Training

/// A valid value with its key.
public struct SettingValue: Hashable, Sendable {
  public let key: SettingKey

  /// The canonical form, which all spellings of a value share.
  private let node: TOMLNode

  init(_ row: SettingRow, _ node: TOMLNode) {
    key = row.key
    self.node = node
  }

  /// Reads the form of the command line, also with a decimal comma; `nil` if it is not allowed.
  public init?(_ key: SettingKey, text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    self.init(key, node: key.row.domain.node(text))
  }

  /// Reads the value of a file; `nil` if it is not allowed or of another type.
  init?(_ key: SettingKey, node: TOMLNode) {
    guard let node = key.row.normalized(node) else { return nil }
    self.key = key
    self.node = node
  }

  /// The form of the command line, which ``init(_:text:)`` reads: `1.0`, `P1,P5,M3-`.
  public var text: String {
    switch node {
    case .string(let text): text
    case .array: words.joined(separator: String(key.row.domain.kind.separator ?? ","))
    default: node.description
    }
  }

  /// The text in the user's language: `1,0` in German.
  public var localizedText: String {
    guard key.row.domain.kind == .number, let number else { return text }
    return NumberText.exact(number)
  }

  /// The elements of a list; empty for any other value.
  var words: [String] { (node.array ?? []).compactMap(\.string) }

  /// The form of the file: `1.0`, `["P1", "P5", "M3-"]`.
  public var toml: String { node.description }

  /// The value as a musician says it, in the user's language: `1.0 s`, `±2.5 dB`, `off`. Notes,
  /// intervals and sounds stand as numbers and tags, as only other rooms know their names.
  public var inWords: String {
    let row = key.row
    if let words = row.words(node) { return words }
    if case .boolean(let isTrue) = node { return ValueWords.truth(isTrue) }
    guard let number else { return text }
    let unit = row.unit?.text ?? ""
    let figure = SettingNumber.text(number, step: row.domain.step)
    return unit.isEmpty ? figure : "\(figure) \(unit)"
  }

  public var number: Double? { node.number(in: -.infinity ... .infinity) }

  func apply(to values: inout SettingValues) { key.row.set(node, &values) }

  /// The value in its own type.
  public subscript<Value>(path: KeyPath<SettingValues, Value>) -> Value {
    var values = SettingValues()
    apply(to: &values)
    return values[keyPath: path]
  }

  /// Makes paths independent of the folder from which they count.
  func anchored(in folder: String) -> SettingValue {
    let row = key.row
    return SettingValue(row, row.anchored(node, folder))
  }
}

/// A value for each setting, with Peach's own defaults.
public struct SettingValues: Hashable, Sendable {
  /// MIDI note numbers; 60 is middle C.
  var lowestNote = 36
  var highestNote = 84
  public internal(set) var noteDuration = NoteDuration(seconds: 1)

  /// The seconds between the two notes of a trial.
  public internal(set) var noteGap = 0.0
  public internal(set) var referencePitch = TuningSystem.standardReferencePitch
  public internal(set) var soundSource = SoundSourceID.default
  var soundFonts: [SoundFontPath] = []
  public internal(set) var correctIntonation = true
  public internal(set) var evenLoudness = true
  public internal(set) var reStrike = true
  var connect = OutputChoice.physical
  var connectInput = OutputChoice.physical
  var keepInput = false
  var trigger = false
  var inputDelay = InputDelay.none
  public internal(set) var outputLevel = AmplitudeDB(-12)
  public internal(set) var varyLoudness = UnitInterval(0)

  /// The intervals without repetitions; never empty.
  public internal(set) var intervals = [DirectedInterval.prime]

  public internal(set) var presentation = Presentation.melodic
  public internal(set) var accompaniment = [DirectedInterval.prime]
  public internal(set) var accompanimentLevel = Voicing.standardLevel
  public internal(set) var referenceNote = ReferenceNote.any
  public internal(set) var drone = false
  var tuning = TuningChoice.builtIn(.equalTemperament)
  public internal(set) var strategy = StrategyName.adaptive
  public internal(set) var wrongAnswerSignal = WrongAnswerSignal.none

  // The defaults at a terminal. Some differ for another ``Attendance``.
  var afterWrongAnswer = AfterWrongAnswer.replay
  var nextTrial = NextTrial.auto
  var livePitch = LivePitch.off

  /// The seconds for which a verdict stands alone.
  public internal(set) var feedbackTime = 0.4

  /// The comparisons of a session; 0 means no end.
  var sessionTrials = 40

  /// The minutes after which a break is suggested; 0 means never.
  var breakMinutes = 15
  var discardOnXrun = true

  /// The settings of a day's plan. They do not know whether intervals and a tuning are set.
  var coach = CoachSettings()

  var controller = ControllerName.none
  public internal(set) var midi = MIDISettings()
  public internal(set) var osc = OSCListening.off

  /// The training that a session manager starts without a terminal.
  public internal(set) var sessionTraining = TrainingName.comparison

  // The allowed values, in seconds, hertz, comparisons, minutes and dB.
  static let noteGaps: ClosedRange<Double> = 0...2
  static let referencePitches: ClosedRange<Double> = 380...500
  static let feedbackTimes: ClosedRange<Double> = 0.4...5
  static let sessionLengths = 0...1000
  static let breakLimits = 0...240
  public static let outputLevels: ClosedRange<Double> = -60...0

  subscript(key: SettingKey) -> SettingValue {
    let row = key.row
    return SettingValue(row, row.get(self))
  }
}

/// The reference notes of a training, as spelt in the settings: `any`, or one note by its name or
/// its MIDI number: `C3`, `F#3`, `48`.
public enum ReferenceNote: Hashable, Sendable, CustomStringConvertible {
  /// Any note of the range.
  case any

  /// A single note within the keyboard of a piano.
  case note(MIDINote)

  public init?(_ text: String) {
    if text == "any" {
      self = .any
    } else if let note = TypedMusic.note(text), NoteRange.limits.contains(note.rawValue) {
      self = .note(note)
    } else {
      return nil
    }
  }

  /// The single reference note; `nil` for any.
  public var note: MIDINote? { if case .note(let note) = self { note } else { nil } }

  public var description: String { note?.name ?? "any" }
}
