import ArgumentParser
import Charts
import History
import Training

/// The trainings that there are.
enum Trainings {
  static func face(of name: TrainingName) -> any TrainingFace {
    switch name {
    case .comparison: ComparisonFace()
    case .matching: MatchingFace()
    case .purity: PurityFace()
    case .playing: PlayingFace()
    case .listening: ListeningFace()
    case .map: MapFace()
    }
  }

  nonisolated static func command(of name: TrainingName) -> any JackCommand.Type {
    switch name {
    case .comparison: CompareCommand.self
    case .matching: MatchCommand.self
    case .purity: PurityCommand.self
    case .playing: PlayCommand.self
    case .listening: ListenCommand.self
    case .map: MapCommand.self
    }
  }

  static var all: [any TrainingFace] { TrainingName.posed.map { face(of: $0) } }

  nonisolated static var commands: [any ParsableCommand.Type] {
    TrainingName.allCases.map { command(of: $0) }
  }

  /// The trainings that have records of their own, and what is said of these.
  static var recorded: [(training: TrainingName, words: RecordWords)] {
    RecordedResult.trainings.compactMap { training in
      face(of: training).records.map { (training, $0) }
    }
  }

  /// Those that are named in a text: what has no answer is left out if there is nothing of it.
  static func named(
    _ hasAny: (TrainingName) -> Bool
  ) -> [(training: TrainingName, words: RecordWords)] {
    recorded.filter { $0.training.answer != .none || hasAny($0.training) }
  }
}

extension RecordCounts {
  /// The number of each training in words.
  var text: String {
    CountText.list(
      Trainings.named { self[$0] > 0 }.map { $0.words.count(self[$0.training]) })
  }
}

extension TrainingName {
  /// The name of the command that starts it.
  nonisolated var command: String {
    Trainings.command(of: self).configuration.commandName ?? rawValue
  }

  /// What it is called: `Comparison`, `Matching`.
  var title: String { Trainings.face(of: self).title }

  /// What is said of the training as a whole.
  var words: TrainingWords { Trainings.face(of: self).words }

  /// What MIDI controls do in it.
  var controls: ControlUse { Trainings.face(of: self).controls }

  /// Says in a sentence that it has ended after this many trials.
  func ended(after trials: Int) -> String { words.ended(trials) }
}

/// A training as `/peach/start` names it: `comparison`, `matching`, `purity` or `playing`, and after it, for one of
/// the kinds, `unison` or `intervals`.
struct NamedTraining: Hashable {
  let name: TrainingName

  /// `nil` if the settings decide; the start screen takes unison.
  let kind: TrainingKind?

  /// Case does not matter. The names of the commands, `compare` and `match`, will do, too.
  init?(_ text: String) {
    let words = text.lowercased().split { !$0.isLetter }
    guard let word = words.first.map({ String($0) }),
      let named = TrainingName.posed.first(where: { [$0.rawValue, $0.command].contains(word) })
    else { return nil }
    name = named
    switch words.dropFirst().first {
    case "unison": kind = .unison
    case "interval", "intervals": kind = .interval
    case nil: kind = nil
    default: return nil
    }
    guard words.count <= 2 else { return nil }
  }
}
