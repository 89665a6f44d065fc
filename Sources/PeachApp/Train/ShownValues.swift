import Charts
import Foundation
import MainThread
import Music
import Program
import Training

/// A trial as the output modes show it. Nothing but `fields` tells the answer.
struct ShownTrial: Hashable {
  /// What is trained.
  var title: String

  /// Its number. That of an answer that was taken back is not used again.
  let index: Int

  /// Which answer of the session its own one will be, from 1; `nil` if that is not known.
  var place: Int?

  /// After how many trials the session ends; `nil` if it goes on until the user ends it.
  var count: Int?

  /// The interval, with the tuning that sizes it.
  let interval: String

  /// Whether it is another one than the unison.
  let isOfInterval: Bool

  /// What is asked, if the listener does not know the interval yet.
  var question: String?
  let fields: [ShownField]
}

extension ShownTrial {
  /// The fields that every training has, and those of this training alone.
  init(_ trial: PosedTrial, own: [ShownField]) {
    let (interval, tuning) = (trial.interval, trial.tuningSystem)
    let shared = [
      ShownField("index", .int(trial.index), isSent: true),
      ShownField("referenceNote", .int(trial.referenceNote.rawValue), isSent: true),
      ShownField("targetNote", .int(trial.challenge.targetNote.rawValue)),
      ShownField("interval", .text(interval.description), isSent: true),
      ShownField("tuningSystem", .text(tuning.identifier), isSent: true),
    ]
    let sound =
      [ShownField("amplitudeDB", .double(trial.amplitudeDB.decibels))] + trial.voicing.fields
    self.init(
      title: TrainingChoice(trial.training, TrainingKind(interval)).name, index: trial.index,
      interval: TuningText.interval(interval, in: tuning), isOfInterval: interval != .prime,
      fields: shared + own + sound)
  }
}

/// A state as the output modes show it.
struct ShownState: Hashable {
  /// As spelt in JSON.
  let name: String

  /// Why the training waits or the truth is heard, as spelt in JSON.
  var reason: String?

  /// For the how-many-th time the trial is heard, if not for the first time and this is where it begins.
  var hearing: Int?

  /// What is said of it on its own line; `nil` for nothing.
  var line: String?

  /// The same for those who send commands instead of pressing keys; `nil` if nothing differs.
  var commandLine: String?

  /// What the stage shows; `nil` for nothing new.
  var scene: TrialScene?

  /// Whether a slider counts from here.
  var beginsTuning = false

  /// For how long nobody can mean an answer, in seconds: what began has hardly been heard.
  var answerLockout = 0.0

  /// Whether the truth is heard, and an answer would only end that.
  var isReplay = false
}

/// What arrives at the input while a trial is listened to, and what was said of it last in that trial.
struct HeardInput: Hashable {
  var meter = InputMeter()
  private(set) var missed: String?

  /// When that was said; `nil` if something else may be said at once.
  private var said: ProgramClock.Instant?

  /// So long it takes to read why a note gave no result.
  private static let readingTime = Duration.seconds(2)

  init(meter: InputMeter = InputMeter()) { self.meter = meter }

  /// Says why a note gave no result, unless what was said of the one before can hardly have been read.
  mutating func say(_ missed: String, at time: ProgramClock.Instant) {
    if let said, said.duration(to: time) < Self.readingTime { return }
    (self.missed, said) = (missed, time)
  }

  /// The next note gets its words at once.
  mutating func endReading() { said = nil }
}

/// A note that gave no result, as the output modes show it.
struct ShownMiss: Hashable {
  let line: String
  let fields: [ShownField]
}

/// A result as the output modes show it.
struct ShownResult: Hashable {
  let line: String
  let fields: [ShownField]

  /// What the stage shows.
  let scene: TrialScene

  /// Its place in the course of the session.
  let point: SessionCourse.Point

  /// Whether it may be signalled as a wrong answer.
  var isWrong = false

  /// Whether the truth is heard before anything else.
  var isReplayed = false

  /// Whether anything of it tells how the answer was, apart from the members for scripts.
  var hasVerdict = true
}

/// What a session has come to, as the output modes show it.
struct ShownSummary: Hashable {
  let fields: [ShownField]
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

  /// Which answer of the session the present trial's own one will be now, from 1; `nil` if that is not
  /// known.
  var place: Int?
}
