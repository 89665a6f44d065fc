import Foundation
import Music
import Training

/// A result of any training as the database stores it.
public struct RecordedResult: Hashable, Sendable, Identifiable {
  static let databaseTableName = "result"

  public internal(set) var training: TrainingName

  /// Permanent.
  public internal(set) var id: UUID

  /// The same as ``targetNote`` if the training poses no trials.
  public internal(set) var referenceNote: MIDINote

  /// The reference note transposed by the interval: the note that was asked about.
  public internal(set) var targetNote: MIDINote
  public internal(set) var interval: DirectedInterval

  /// The tuning system's identifier. It may name one that is unknown on this machine, such as a
  /// Scala scale whose file is missing; the record is complete nevertheless.
  public internal(set) var tuningSystem: String

  /// The time when the result came in; whole milliseconds.
  public internal(set) var timestamp: Date

  /// The question and the answer, as the training measures them.
  public internal(set) var measures = ResultMeasures()

  public internal(set) var context = TrialContext()

  /// True if the user has taken the answer back. Such a record counts nowhere; it is kept so that
  /// no merge restores it.
  public internal(set) var isWithdrawn = false
}

/// The measures of all trainings; `nil` for those that a training does not have.
public struct ResultMeasures: Hashable, Sendable {
  /// The distance of a note from the true interval; positive is higher.
  public internal(set) var centOffset: Cents?
  public internal(set) var isCorrect: Bool?

  /// The start of the tunable note, from the target.
  public internal(set) var initialCentOffset: Cents?

  /// The distance of the committed or played pitch from the target, or from equal temperament if
  /// there was none; positive is sharp.
  public internal(set) var userCentError: Cents?

  /// True if the first of two was the true one.
  public internal(set) var isFirstTrue: Bool?

  /// The one of three sounds that differed, and the one that was answered, from 1.
  public internal(set) var oddPlace: Int64?
  public internal(set) var answeredPlace: Int64?

  var outcome: PlayedOutcome?
  var uncertainty: Double?
  var drift: Cents?
  var vibratoRate: Double?
  var vibratoExtent: Double?
  var steadiness: Double?
  var playedLength: Double?
  var settleTime: Double?
  var inputLevel: Double?
  var octaves: Int64?
  var curve: PlayedCurve?

  /// The note that was played; `nil` in another training.
  public var heardNote: PlayedNote? {
    guard let error = userCentError, let playedLength else { return nil }
    return PlayedNote(
      error: error.rawValue, uncertainty: uncertainty ?? 0, drift: drift?.rawValue ?? 0,
      vibratoRate: vibratoRate ?? 0, vibratoExtent: vibratoExtent ?? 0,
      steadiness: steadiness ?? 0, length: playedLength, settleTime: settleTime ?? 0,
      level: inputLevel ?? 0, curve: curve?.cents.map { Float($0) } ?? [],
      octaves: octaves.map { Int($0) } ?? 0)
  }
}

extension RecordedResult {
  /// The record of a result that has just come in. A time that no record may have is replaced by
  /// the nearest allowed one.
  init(_ completed: CompletedTrial) {
    self.init(
      training: completed.training, id: completed.id,
      referenceNote: completed.challenge.referenceNote, targetNote: completed.challenge.targetNote,
      interval: completed.challenge.interval, tuningSystem: completed.tuningSystem.identifier,
      timestamp: RecordLimits.time(nearest: completed.timestamp), context: completed.context)
    switch completed.answer {
    case .choice:
      measures.centOffset = completed.challenge.centOffset
      measures.isCorrect = completed.isCorrect
      if training.traits.asksWhich { measures.isFirstTrue = completed.challenge.isFirstTrue }
    case .place(let place):
      measures.centOffset = completed.challenge.centOffset
      measures.isCorrect = completed.isCorrect
      measures.oddPlace = Int64(completed.challenge.oddPlace)
      measures.answeredPlace = Int64(place)
    case .pitch(let error):
      measures.initialCentOffset = completed.challenge.centOffset
      measures.userCentError = error
    case .played(let note):
      measures.setHeard(note)
      if !training.traits.hasTrials { (measures.octaves, measures.curve) = (nil, nil) }
    case .heard: break
    }
  }

  /// A comparison from elsewhere; `nil` if the database would refuse it: if the transposed note
  /// lies outside 0…127, the tuning has no name, the time is before 1970 or after 9999, or the
  /// offset is not within ±1200 cents.
  public init?(
    comparison id: UUID, referenceNote: MIDINote, interval: DirectedInterval, tuningSystem: String,
    timestamp: Date, centOffset: Cents, isCorrect: Bool
  ) {
    let milliseconds = timestamp.millisecondsSince1970
    guard let target = RecordLimits.target(of: referenceNote, at: interval), !tuningSystem.isEmpty,
      RecordLimits.milliseconds.contains(milliseconds),
      RecordLimits.cents.contains(centOffset.rawValue)
    else { return nil }
    self.init(
      training: .comparison, id: id, referenceNote: referenceNote, targetNote: target,
      interval: interval, tuningSystem: tuningSystem,
      timestamp: Date(millisecondsSince1970: milliseconds))
    measures.centOffset = centOffset
    measures.isCorrect = isCorrect
  }

  /// A record whose fields are still to be set.
  static func blank(_ training: TrainingName) -> RecordedResult {
    var result = RecordedResult(
      training: training, id: .unset, referenceNote: MIDINote(0), targetNote: MIDINote(0),
      interval: .prime, tuningSystem: "", timestamp: .distantPast)
    if training == .playing { result.measures.curve = PlayedCurve() }
    return result
  }

  /// The trainings that have records of their own.
  public static let trainings = TrainingName.allCases

  /// Marks the result as taken back.
  mutating func withdraw() { isWithdrawn = true }

  /// The answer to a choice as the model of hearing reads it; `nil` for another answer.
  var choice: ChoiceAnswer? {
    guard training.answer == .choice, let centOffset = measures.centOffset,
      let isCorrect = measures.isCorrect
    else { return nil }
    return ChoiceAnswer(
      training, note: referenceNote, interval: interval, centOffset: centOffset,
      isCorrect: isCorrect, date: timestamp, context: context)
  }

  /// The answer to the question which of three sounds differed; `nil` for another answer.
  public var oddOne: OddOneAnswer? {
    guard training.answer == .place, let centOffset = measures.centOffset,
      let isCorrect = measures.isCorrect
    else { return nil }
    return OddOneAnswer(interval, centOffset: centOffset, isCorrect: isCorrect)
  }

  /// The note that was tuned or played as the model of hearing reads it; `nil` for another answer.
  private var pitch: PitchAnswer? {
    guard training.answer == .pitch, let error = measures.userCentError else { return nil }
    guard training.traits.listens else {
      return measures.initialCentOffset.map {
        PitchAnswer(
          training, note: referenceNote, interval: interval, centError: error,
          initialCentOffset: $0, date: timestamp, presentation: context.presentation)
      }
    }
    return PitchAnswer(
      target: targetNote, octaves: measures.octaves.map { Int($0) } ?? 0, interval: interval,
      centError: error, date: timestamp, presentation: context.presentation)
  }

  /// Adds the record to the model of the user's hearing.
  public func add(to model: inout HearingModel) { add(answersOf: &model) }

  /// Adds the record to a model that is being rebuilt.
  func add(to replay: inout HearingReplay) { add(answersOf: &replay) }

  /// The answer as the course of a block uses it.
  var blockAnswer: BlockAnswer {
    BlockAnswer(
      id, choice, isCorrect: measures.isCorrect, at: interval, condition: context.condition)
  }

  /// Adds the record to the knowledge of a coach.
  func add(to history: inout SkillHistory) {
    history.place = PlanPosition(context.plan, block: context.block)
    history.sound = context.soundSource
    add(answersOf: &history)
  }

  private func add(answersOf replay: inout some AnswerCollector) {
    if let choice { replay.add(choice) }
    if let pitch { replay.add(pitch) }
  }
}

/// A collector of answers, in order of time.
private protocol AnswerCollector {
  mutating func add(_ answer: ChoiceAnswer)
  mutating func add(_ answer: PitchAnswer)
}

extension HearingModel: AnswerCollector {}
extension HearingReplay: AnswerCollector {}
extension SkillHistory: AnswerCollector {}

extension ResultMeasures {
  /// Sets the measures of a note, each within its limits; NaN is replaced.
  mutating func setHeard(_ note: PlayedNote) {
    func number(_ value: Double, _ limits: ClosedRange<Double>) -> Double {
      value.isNaN
        ? max(limits.lowerBound, 0) : min(max(value, limits.lowerBound), limits.upperBound)
    }
    outcome = .judged
    userCentError = Cents(number(note.error, RecordLimits.cents))
    uncertainty = number(note.uncertainty, RecordLimits.sizes)
    drift = Cents(number(note.drift, RecordLimits.cents))
    vibratoRate = number(note.vibratoRate, RecordLimits.rates)
    vibratoExtent = number(note.vibratoExtent, RecordLimits.sizes)
    steadiness = number(note.steadiness, RecordLimits.sizes)
    playedLength = number(note.length, RecordLimits.seconds)
    settleTime = number(note.settleTime, RecordLimits.seconds)
    inputLevel = number(note.level, RecordLimits.levels)
    let limits = RecordLimits.octaves
    octaves = Int64(min(max(note.octaves, limits.lowerBound), limits.upperBound))
    curve = note.recordedCurve
  }
}

/// The outcome of a note, as spelt in records. Only a judged note is recorded.
enum PlayedOutcome: String, CaseIterable, ColumnValue {
  case judged
}

/// The limits of the values of records, which the database checks.
enum RecordLimits {
  /// The limits of offsets and errors: an octave either way. That is far more than any training
  /// asks for, so anything beyond it is damage.
  static let cents: ClosedRange<Double> = -1200...1200

  /// Cents without a sign.
  static let sizes: ClosedRange<Double> = 0...1200
  static let rates: ClosedRange<Double> = 0...100
  static let seconds: ClosedRange<Double> = 0...10_000
  static let levels: ClosedRange<Double> = -300...300
  static let octaves = -10...10

  /// 1970 to the end of the year 9999, which every date format can write.
  static let milliseconds: ClosedRange<Int64> = 0...253_402_300_799_999

  /// The note at that interval, or `nil` if there is none.
  static func target(of reference: MIDINote, at interval: DirectedInterval) -> MIDINote? {
    MIDINote(exactly: reference.rawValue + interval.semitones)
  }

  /// True if a time is one of those that stand for all before or after them.
  static func isLimit(_ date: Date) -> Bool {
    [milliseconds.lowerBound, milliseconds.upperBound].contains(date.millisecondsSince1970)
  }

  /// The time itself, in whole milliseconds, or the nearest one that a record may have.
  static func time(nearest date: Date) -> Date {
    let time = date.millisecondsSince1970
    return Date(
      millisecondsSince1970: min(max(time, milliseconds.lowerBound), milliseconds.upperBound))
  }
}

extension Date {
  /// The nearest whole millisecond since 1970, UTC; out of every range for a date that has none.
  var millisecondsSince1970: Int64 {
    Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? (self < .distantPast ? .min : .max)
  }

  init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
