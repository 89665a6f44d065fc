import Foundation
import Music

/// What a trial asks about: a note at an interval of another one.
///
/// It lives in the logical world and knows no tuning and no hertz.
public nonisolated protocol IntervalChallenge: Hashable, Sendable {
  /// The note from which the other one is measured, always exact.
  var referenceNote: MIDINote { get }
  var interval: DirectedInterval { get }
}

nonisolated extension IntervalChallenge {
  /// The note that is asked about.
  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }

  /// - Precondition: the transposed note lies within 0…127.
  static func check(_ referenceNote: MIDINote, _ interval: DirectedInterval) {
    precondition(MIDINote.range.contains(referenceNote.rawValue + interval.semitones))
  }
}

/// How a trial sounds, whatever it asks.
public nonisolated struct TrialConditions: Hashable, Sendable {
  /// The number of the trial in its session, from 1.
  public let index: Int

  public let tuningSystem: TuningSystem

  /// The frequency of A4.
  public let referencePitch: Frequency

  /// The length of each note or part; of the first one alone, if the user tunes or plays the second.
  public let noteDuration: NoteDuration

  /// The level of the second note or part, unless the user plays it; the first sounds at 0 dB.
  public let amplitudeDB: AmplitudeDB

  /// What sounds beside the note that is asked about.
  public let voicing: Voicing

  /// When the second note follows, and what follows the answer.
  public let flow: TrialFlow

  public init(
    index: Int, tuningSystem: TuningSystem, referencePitch: Frequency, noteDuration: NoteDuration,
    amplitudeDB: AmplitudeDB = AmplitudeDB(0), voicing: Voicing = Voicing(),
    flow: TrialFlow = TrialFlow()
  ) {
    self.index = index
    self.tuningSystem = tuningSystem
    self.referencePitch = referencePitch
    self.noteDuration = noteDuration
    self.amplitudeDB = amplitudeDB
    self.voicing = voicing
    self.flow = flow
  }

  /// Those of a trial of `run` with the settings as they are now.
  @MainActor
  init(
    _ index: Int, in run: some TrialRun, _ settings: any UserSettings,
    amplitudeDB: AmplitudeDB = AmplitudeDB(0), voicing: Voicing
  ) {
    self.init(
      index: index, tuningSystem: run.tuningSystem, referencePitch: settings.referencePitch,
      noteDuration: settings.noteDuration, amplitudeDB: amplitudeDB, voicing: voicing,
      flow: TrialFlow(settings))
  }
}

/// A challenge as it will sound.
public nonisolated protocol PosedTrial: Hashable, Sendable {
  associatedtype Challenge: IntervalChallenge

  var challenge: Challenge { get }
  var conditions: TrialConditions { get }

  /// For the how-many-th time it is heard, from 1.
  var hearing: Int { get set }
}

nonisolated extension PosedTrial {
  public var referenceNote: MIDINote { challenge.referenceNote }
  public var interval: DirectedInterval { challenge.interval }

  public var index: Int { conditions.index }
  public var tuningSystem: TuningSystem { conditions.tuningSystem }
  public var referencePitch: Frequency { conditions.referencePitch }
  public var noteDuration: NoteDuration { conditions.noteDuration }
  public var amplitudeDB: AmplitudeDB { conditions.amplitudeDB }
  public var voicing: Voicing { conditions.voicing }
  public var flow: TrialFlow { conditions.flow }

  /// What sounds first.
  public var referenceFrequency: Frequency {
    tuningSystem.frequency(for: referenceNote, referencePitch: referencePitch)
  }

  /// The frequency that the note in question has if it is in tune.
  public var trueFrequency: Frequency { frequency(offBy: 0) }

  /// The frequency of that note if it is this far from the true interval.
  func frequency(offBy offset: Cents) -> Frequency {
    tuningSystem.frequency(
      of: interval, offset: offset, above: referenceNote, referencePitch: referencePitch)
  }

  /// Whether the reference alone is the true note: a unison in sequence, with nothing beside it.
  public var isUnisonInSequence: Bool {
    interval == .prime && voicing.presentation == .melodic && voicing.accompaniment == [.prime]
  }

  /// What sounds beside the note that is asked about, as notes: from the first one on.
  public var voices: [NoteRequest] {
    voicing.requests(above: referenceNote, in: tuningSystem, referencePitch: referencePitch)
  }

  /// The beats of a note, and of the true one in its place; `nil` if there are none to speak of.
  ///
  /// - Parameters:
  ///   - partials: those of what sounds beside it; `nil` if they are not known.
  ///   - own: those of the note itself.
  func beats(
    of frequency: Frequency, _ partials: PartialLevels?, own: PartialLevels?
  ) -> TrialBeats? {
    voicing.beats(of: frequency, truth: trueFrequency, voices, partials, own: own)
  }
}

/// A trial that was answered.
public nonisolated protocol CompletedTrial: Hashable, Sendable, Identifiable {
  associatedtype Challenge: IntervalChallenge

  /// Stays with the record for as long as it exists.
  var id: UUID { get }
  var challenge: Challenge { get }
  var tuningSystem: TuningSystem { get }

  /// When it was answered; whole milliseconds.
  var timestamp: Date { get }

  /// How the answer came about.
  var context: TrialContext { get }
}

nonisolated extension TrialContext {
  /// The part of the context that any trial knows in advance.
  init(of trial: some PosedTrial) {
    self.init()
    heard = trial.hearing
    noteDuration = trial.noteDuration.seconds
    referencePitch = trial.referencePitch.hertz
    presentation = trial.voicing.presentation
    accompaniment = trial.voicing.accompanimentText
  }
}
