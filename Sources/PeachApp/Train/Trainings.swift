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
    case .oddOne: OddOneFace()
    }
  }

  static var all: [any TrainingFace] { TrainingName.posed.map { face(of: $0) } }
}

extension TrainingName {
  /// What it is called: `Comparison`, `Matching`.
  var title: String { Trainings.face(of: self).title }

  /// What is said of the training as a whole.
  var words: TrainingWords { Trainings.face(of: self).words }

  /// What MIDI controls do in it.
  var controls: ControlUse { Trainings.face(of: self).controls }

  /// How long a trial is assumed to take a new user, in seconds.
  ///
  /// - Parameters:
  ///   - noteDuration: how long a note sounds, in seconds.
  ///   - feedbackTime: how long a verdict is shown, in seconds.
  func assumedSeconds(noteDuration: Double, feedbackTime: Double) -> Double {
    Trainings.face(of: self).secondsToAnswer(noteDuration: noteDuration) + feedbackTime
  }

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
