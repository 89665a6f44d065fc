import Foundation
import Music

/// How an answer came about: what sounded, what was believed beforehand, and how and when the user
/// answered.
///
/// The driver fills it; the recording of a run adds the run and the place in a plan. Unknown values are `nil`, as in results of older versions.
public nonisolated struct TrialContext: Hashable, Sendable {
  /// What really sounded: the SoundFont, bank and program.
  public var soundSource: String?

  /// The length of the notes, or of the reference note if the second is tuned; in seconds.
  public var noteDuration: Double?

  /// The level of the second note, in dB.
  public var amplitude: Double?

  /// The frequency of A4, in hertz.
  public var referencePitch: Double?

  /// From the first frame of the second note to the answer's own frame, in seconds.
  public var responseTime: Double?

  /// What chose the trial, as spelt in the settings.
  public var strategy: String?

  /// The threshold that the profile assumed for the note when the trial was posed, in cents.
  public var believedThreshold: Double?

  /// How often the trial was heard; 1 is once.
  public var heard: Int?

  public var input: InputDevice?
  public var presentation: Presentation?

  /// The voices that sounded from the reference note on, by the short names of their intervals.
  public var accompaniment: String?

  /// What is known of the partials of what sounded; it is not recorded.
  public var partials: PartialLevels?

  /// The run of training that the answer belongs to.
  public var run: UUID?

  /// The plan that the trial belongs to, and the number of its block there, from 1.
  public var plan: String?
  public var block: Int?

  /// The name that the user has given what was played.
  public var label: String?

  /// Who took part in an experiment, in which session, and under which condition.
  public var participant: String?
  public var session: String?
  public var condition: String?

  /// Whether the trial is practice, which an experiment leaves out of its analysis.
  public var isPractice = false

  public init() {}
}

/// The kinds of devices that answers come from, as spelt in records.
public nonisolated enum InputDevice: String, CaseIterable, Sendable {
  case keyboard, midi
  /// A line on standard input, which a script may have written.
  case line
  /// Open Sound Control.
  case osc
}

/// How the notes of a trial follow each other, as spelt in records.
public nonisolated enum Presentation: String, CaseIterable, Sendable {
  /// One after the other.
  case melodic
  /// The first goes on while the second sounds.
  case harmonic
}
