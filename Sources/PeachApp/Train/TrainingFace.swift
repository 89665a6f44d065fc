import Charts
import Console
import Foundation
import History
import Language
import Music
import Realtime
import Training

/// What a training looks like and how it is used: its keys, lines, words and fields, as pure functions.
///
/// The output modes see what these functions return and know no training.
protocol TrainingFace<Machine> {
  associatedtype Machine: TrainingMachine

  /// - Parameter glyphs: the signs with which keys and results are shown.
  init(glyphs: Glyphs)

  /// What the training is called, of unisons or of intervals.
  func title(_ kind: TrainingKind) -> String

  var words: TrainingWords { get }

  /// What is said of the training's own records; `nil` if it has none of its own.
  var records: RecordWords? { get }

  /// What MIDI controls do.
  var controls: ControlUse { get }

  /// The commands that are this training's own, by words and by keys.
  var commands: [TrainingCommand] { get }

  /// What chooses the trials.
  func chooser(_ history: TrainingHistory) -> Machine.Chooser

  func shown(_ trial: Machine.Trial) -> ShownTrial
  func shown(_ phase: Machine.Phase, of trial: Machine.Trial) -> ShownState
  func shown(_ outcome: Machine.Outcome, of trial: Machine.Trial) -> ShownResult

  /// What is said at the end of a session: what is known of the hearing that it trained.
  func summary(of run: Machine.Run, _ hearing: HearingModel) -> [String]

  /// The same of one kind in a few words; `nil` before the first result.
  func preview(_ hearing: HearingModel, _ kind: TrainingKind) -> VerdictText.Brief?
}

extension TrainingFace {
  /// A training that waits.
  func shown(_ reason: PauseReason) -> ShownState {
    let text =
      switch reason {
      case .asked: localized("Paused. Enter goes on.")
      case .unconnected:
        localized(
          "Nothing is connected; training waits. Enter goes on without storing answers.")
      case .stalled: localized("The JACK server does not respond; training waits.")
      }
    return ShownState(name: "paused", reason: reason.rawValue, line: text, status: text)
  }

  /// An answer that was taken back.
  func withdrawn(_ outcome: Machine.Outcome, of trial: Machine.Trial) -> ShownWithdrawal {
    ShownWithdrawal(
      line: localized("Answer taken back."),
      fields: [
        shown(trial).fields.first { $0.name == "index" },
        ShownField("id", .id(Machine.result(of: outcome).id)),
      ].compactMap { $0 })
  }

  func shown(_ reason: DiscardReason, of trial: Machine.Trial) -> ShownDiscard {
    ShownDiscard(
      line: reason == .xrun ? localized("The sound broke off: once more.") : nil,
      fields: shown(trial).fields.filter { $0.name == "index" } + [
        ShownField("reason", .text(reason.name))
      ])
  }
}

extension TrainingFace {
  var name: TrainingName { Machine.name }

  /// What a key means; `nil` for a key without a meaning in this training.
  func command(for key: Key) -> Intent? {
    let common = CommonCommand.all.first { $0.keys.contains { key.matches($0) } }
    if let common { return common.intent }
    let own = commands.flatMap(\.keys).first { key.matches($0.key) }
    return own.map { Intent.training($0.intent) }
  }
}

// MARK: Rendered values

/// A trial as the output modes show it. Nothing but `fields` tells the answer.
struct ShownTrial: Hashable {
  /// What is trained.
  let title: String
  let fields: [ShownField]
}

/// A state as the output modes show it.
struct ShownState: Hashable {
  /// As spelt in JSON.
  let name: String

  /// Why the training waits, as spelt in JSON; `nil` if it does not wait.
  var reason: String?

  /// What is said of it on its own line; `nil` for nothing.
  var line: String?

  /// What the status line shows; `nil` for nothing new.
  var status: String?

  /// Whether the training is over.
  var isIdle = false

  /// Whether a slider counts from here.
  var beginsTuning = false
}

/// A result as the output modes show it.
struct ShownResult: Hashable {
  let line: String
  let fields: [ShownField]

  /// Its place in the course of the session.
  let point: CoursePoint

  /// Whether it may be signalled as a wrong answer.
  var isWrong = false
}

/// A void trial as the output modes show it.
struct ShownDiscard: Hashable {
  /// What is said of it; `nil` for nothing.
  let line: String?
  let fields: [ShownField]
}

/// An answer that was taken back, as the output modes show it.
struct ShownWithdrawal: Hashable {
  let line: String
  let fields: [ShownField]
}

/// A member of a JSON event.
struct ShownField: Hashable {
  enum Value: Hashable {
    case int(Int)
    case double(Double)
    case bool(Bool)
    case text(String)
    case list([String])
    /// The id of a record; `null` unless the record is safely on disk.
    case id(UUID)
  }

  let name: String
  let value: Value

  /// Whether Open Sound Control sends it, too, in the order of the fields.
  let isSent: Bool

  init(_ name: String, _ value: Value, isSent: Bool = false) {
    self.name = name
    self.value = value
    self.isSent = isSent
  }
}

// MARK: Inputs

/// What a user wants of a run, by whichever input.
enum Intent: Hashable {
  case training(TrainingIntent)

  /// Goes on after an interruption or a pause.
  case start

  /// Lets the training wait; once more, lets it go on.
  case pause

  /// Takes the last answer back.
  case undo

  case quit
  case help

  /// The command that says the same on a line.
  var command: String {
    switch self {
    case .training(.answer(let higher)): higher ? "higher" : "lower"
    case .training(.slider), .training(.sliderFromStart): "slider"
    case .training(.nudge): "nudge"
    case .training(.commit), .training(.commitAt): "commit"
    case .start: "start"
    case .pause: "pause"
    case .undo: "undo"
    case .quit: "quit"
    case .help: "help"
    }
  }
}

/// What MIDI controls do in a training, besides stopping it.
nonisolated struct ControlUse: Hashable, Sendable {
  /// Whether there is a note that the slider moves.
  let movesSlider: Bool

  /// What keys, pads and pedals can ask for.
  let intents: [ControlIntent]
}

// MARK: Words

/// What the console says of a training as a whole.
struct TrainingWords {
  /// What the training asks and the commands that answer it, in one line.
  let question: String

  /// The commands that there are, as a list within a sentence.
  let commandList: String

  let help: (Glyphs) -> [String]

  /// A paragraph about it for the help of the start screen.
  let about: String

  /// That it has ended after so many challenges.
  let ended: (Int) -> String

  func ending(trials count: Int, xruns: Int) -> String {
    guard xruns > 0 else { return ended(count) }
    let lost = localized(
      one: "JACK reported one xrun.", other: "JACK reported %d xruns.", xruns
    )
    return "\(ended(count)) \(lost)"
  }

  static var footer: String { localized("q end   ? help") }
  static var serverAway: String { localized("Waiting for a JACK server. q ends.") }
  static var pressKey: String { localized("Interrupted. Any key goes on, q ends.") }
}

/// What the console says of the records of a training.
struct RecordWords {
  /// The member of JSON objects that has their number.
  let member: String

  /// So many of them.
  let count: (Int) -> String

  /// What became of those in a file.
  let outcome: (String) -> String

  /// What one of them says, within a sentence.
  let answer: (RecordedResult) -> String

  init<Record>(
    member: String, count: @escaping (Int) -> String, outcome: @escaping (String) -> String,
    answer: @escaping (Record) -> String
  ) {
    self.member = member
    self.count = count
    self.outcome = outcome
    self.answer = { $0.content(as: Record.self).map(answer) ?? "" }
  }
}

/// What is asked, in any training.
enum ChallengeText {
  /// The number of a trial, and its interval unless it is the unison.
  static func heading(_ index: Int, _ interval: DirectedInterval) -> String {
    interval == .prime ? "\(index)" : "\(index)  \(NoteName.text(interval))"
  }

  /// The reference note; unless it is the unison, which is the same in every tuning, also the interval
  /// and the tuning that sizes it.
  static func notes(
    _ reference: MIDINote, _ interval: DirectedInterval, _ tuningSystem: TuningSystem
  ) -> String {
    let note = NoteName.text(reference)
    guard interval != .prime else { return note }
    return "\(note), \(NoteName.text(interval)), \(tuningSystem.identifier)"
  }
}
