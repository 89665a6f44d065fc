import Foundation
import Music
import Training

/// The profile at one moment: the verdicts on the user's hearing, with tested trends, and the plain
/// figures of the questions.
public struct ProfileSnapshot {
  public struct Note {
    let note: MIDINote
    let statistics: NoteStatistics
    /// The threshold and its state; `nil` for intervals, which have their own.
    let verdict: ThresholdVerdict?

    /// The threshold, if it may be shown, or that of the former condition while too little is known
    /// under a new one.
    let known: CentsEstimate?
  }

  /// The figures of comparisons, or of questions of purity.
  public struct Comparisons {
    let asked: PitchDiscriminationProfile
    let halves: TrendSeries
    /// The share of answers that have nothing to do with the difference.
    let lapseRate: Double
    /// The notes of the range and every trained note, ascending.
    public let notes: [Note]

    public var trials: Int { asked.count }
  }

  /// The figures of a played note or of an interval.
  public struct PlayedFigures {
    enum Subject: Hashable {
      case note(MIDINote)
      case interval(DirectedInterval)
    }

    let subject: Subject
    let count: Int

    /// `nil` if it is too early to say.
    let fit: MatchingFit?

    fileprivate init(_ subject: Subject, _ hearing: MatchingHearing) {
      (self.subject, count, fit) = (subject, hearing.count, hearing.fit)
    }
  }

  /// The figures of pitch matchings or of played notes.
  public struct Matchings {
    public let errors: PitchMatchingProfile
    let distribution: MatchingErrors
    let halves: TrendSeries
    public let verdicts: MatchingVerdicts

    /// The played notes, ascending; empty for pitch matchings.
    var notes: [PlayedFigures] = []

    var intervals: [PlayedFigures] = []

    /// The plain figures of the intervals.
    var intervalErrors: [IntervalErrors] = []

    public var count: Int { errors.count }
  }

  public let unison: UnisonVerdicts

  public let intervals: IntervalVerdicts

  public let purity: ByTrainingKind<IntervalVerdicts>

  public let purities: ByTrainingKind<Comparisons>

  /// The presentation of the comparisons and matchings in the profile.
  public let presentation: Presentation

  public let comparison: ByTrainingKind<Comparisons>
  public let matching: ByTrainingKind<Matchings>
  public let playing: ByTrainingKind<Matchings>

  private let hearing: HearingModel

  /// The sound that is set; `nil` if it does not matter.
  private let sound: SoundSourceID?

  /// The nearest known figure for a training that has none.
  public func nearest(
    to training: TrainingName, of intervals: [DirectedInterval]
  ) -> KnownFigure? {
    hearing.nearest(to: training, of: intervals, presentation, sound: sound)
  }

  /// Tests the trends, which takes about ten milliseconds.
  ///
  /// - Parameters:
  ///   - presentation: the presentation of the comparisons and matchings.
  ///   - sound: the sound that is set; `nil` if it does not matter.
  public init(
    _ hearing: HearingModel, noteRange: NoteRange, presentation: Presentation = .melodic,
    sound: SoundSourceID? = nil
  ) {
    (self.hearing, self.sound) = (hearing, sound)
    self.presentation = presentation
    purity = ByTrainingKind { IntervalVerdicts(hearing.purity, of: $0) }
    let plain = hearing.plain[presentation]
    let (profile, trends) = (plain.profile, plain.trends)
    let (unisons, others) = (hearing.unison[presentation], hearing.intervals[presentation])
    let verdicts = UnisonVerdicts(unisons)
    unison = verdicts
    intervals = IntervalVerdicts(others)
    purities = ByTrainingKind { kind in
      Comparisons(
        hearing.plainPurity, of: kind, lapseRate: hearing.purity.lapseRate, noteRange: noteRange)
    }
    comparison = ByTrainingKind { kind in
      switch kind {
      case .unison:
        Comparisons(
          plain, of: kind, lapseRate: unisons.lapseRate, noteRange: noteRange,
          verdict: { verdicts.threshold(of: $0) }, known: { verdicts.known(of: $0) })
      case .interval:
        Comparisons(plain, of: kind, lapseRate: others.lapseRate, noteRange: noteRange)
      }
    }
    matching = ByTrainingKind { kind in
      Matchings(
        errors: profile.matching[kind],
        distribution: hearing.diary.errors[presentation][kind],
        halves: trends.matching[kind],
        verdicts: MatchingVerdicts(hearing.matchings[kind][presentation]))
    }
    playing = ByTrainingKind { Matchings(playedIn: hearing, of: $0, presentation) }
  }
}

extension ProfileSnapshot.Matchings {
  fileprivate init(
    playedIn hearing: HearingModel, of kind: TrainingKind, _ presentation: Presentation
  ) {
    let plain = hearing.plainPlaying[presentation]
    errors = plain.profile.matching[kind]
    distribution = hearing.diary.playedErrors[presentation][kind]
    halves = plain.trends.matching[kind]
    verdicts = MatchingVerdicts(hearing.playings[kind][presentation])
    notes = hearing.playedNoteFigures(of: kind, presentation)
    intervals = hearing.playedIntervalFigures(of: kind, presentation)
    intervalErrors = hearing.diary.playedIntervalErrors(of: kind, presentation)
  }
}

extension ProfileSnapshot.Comparisons {
  /// - Parameters:
  ///   - verdict: the threshold of a note; `nil` for intervals.
  ///   - known: the threshold of a note for pictures.
  fileprivate init(
    _ plain: PlainFigures, of kind: TrainingKind, lapseRate: Double, noteRange: NoteRange,
    verdict: ((MIDINote) -> ThresholdVerdict)? = nil,
    known: ((MIDINote) -> ThresholdVerdict)? = nil
  ) {
    let asked = plain.profile.discrimination[kind]
    self.asked = asked
    halves = plain.trends.discrimination[kind]
    self.lapseRate = lapseRate
    notes = MIDINote.range.map { MIDINote($0) }.filter { note in
      (noteRange.lowest...noteRange.highest).contains(note) || asked[note].count > 0
    }.map { note in
      let known = known?(note)
      return ProfileSnapshot.Note(
        note: note, statistics: asked[note], verdict: verdict?(note),
        known: known?.state == .shown ? known?.threshold : nil)
    }
  }
}

extension HearingModel {
  /// The figures of each played note, ascending.
  func playedNoteFigures(
    of kind: TrainingKind, _ presentation: Presentation
  ) -> [ProfileSnapshot.PlayedFigures] {
    playedNotes[kind][presentation].sorted { $0.key < $1.key }.map {
      ProfileSnapshot.PlayedFigures(.note($0.key), $0.value)
    }
  }

  /// The figures of the notes that were played at each interval.
  func playedIntervalFigures(
    of kind: TrainingKind, _ presentation: Presentation
  ) -> [ProfileSnapshot.PlayedFigures] {
    DirectedInterval.all.filter { TrainingKind($0) == kind }.compactMap { interval in
      playedIntervals[presentation][interval].map {
        ProfileSnapshot.PlayedFigures(.interval(interval), $0)
      }
    }
  }

  /// True if there are comparisons, matchings or played notes with this presentation.
  public func hasResults(_ presentation: Presentation) -> Bool {
    unison[presentation].count > 0 || intervals[presentation].count > 0
      || TrainingKind.allCases.contains {
        matchings[$0][presentation].count > 0 || playings[$0][presentation].count > 0
      }
  }
}

public struct ProfileDays {
  /// The days with training, in order.
  let compared: ByTrainingKind<[TrainingDay]>

  /// The threshold of unisons at the end of each day with answers, in order.
  let course: [LevelCourse.Day]

  /// The thresholds of each asked interval at the ends of its days, from the prime outwards.
  let intervals: [IntervalDays]
  let matched: ByTrainingKind<[MatchingDay]>
  var played = ByTrainingKind<[MatchingDay]> { _ in [] }

  /// The thresholds of purity, like ``intervals``.
  var purity = ByTrainingKind<[IntervalDays]> { _ in [] }

  /// The Gregorian calendar in the user's time zone.
  let calendar: Calendar
}

struct IntervalDays {
  let interval: DirectedInterval

  let course: [LevelCourse.Day]
}

extension ProfileDays {
  public init(
    _ hearing: HearingModel, presentation: Presentation = .melodic, timeZone: TimeZone = .current
  ) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    compared = ByTrainingKind { hearing.plain[presentation].timeline.days(of: $0) }
    course = hearing.unison[presentation].courseWithStates
    intervals = Self.days(hearing.intervals[presentation])
    let heard = Self.days(hearing.purity)
    purity = ByTrainingKind { kind in heard.filter { TrainingKind($0.interval) == kind } }
    matched = ByTrainingKind { hearing.diary.matchingDays(of: $0, presentation) }
    played = ByTrainingKind { hearing.diary.playingDays(of: $0, presentation) }
  }

  private static func days(_ heard: IntervalHearing) -> [IntervalDays] {
    heard.askedIntervals.map { interval in
      IntervalDays(interval: interval, course: heard.courseWithStates(of: interval))
    }
  }
}
