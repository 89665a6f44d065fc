import Foundation
import Music

/// The notes that sound in a trial beside the one that is judged or tuned, and how they follow each
/// other.
///
/// The voices of the accompaniment sound from the reference on. Each is measured from the reference
/// note, in the tuning of the session: `P1,P5` with the interval `M3` is a major triad whose third
/// is judged. Without `P1` it is a fifth whose root is only imagined.
public nonisolated struct Voicing: Hashable, Sendable {
  public let presentation: Presentation
  public let accompaniment: [DirectedInterval]

  /// The level of each voice relative to the note that joins them, in dB. Voices that do not sound
  /// together with that note are as loud as it.
  public let level: AmplitudeDB

  /// True if the voices sound through the whole session, and not for each trial.
  public let isDrone: Bool

  /// The delay of the joining note, in seconds: drawn for each trial, so that its phase against the
  /// reference gives no clue.
  public let delay: Double

  /// The greatest number of voices beside a target.
  public static let mostVoices = 4

  /// The levels of an accompaniment that can be set, in dB.
  public static let levels: ClosedRange<Double> = -24...0

  public static let standardLevel = AmplitudeDB(-3)

  /// The silence of a drone when a trial is heard again, in seconds: shorter than a note. The notes
  /// that are judged or shown with it never begin earlier.
  public static let droneSilence = 0.25

  /// The range of the delay of a joining note, in seconds.
  public static let delays: ClosedRange<Double> = 0...0.05

  /// - Parameter accompaniment: not empty.
  public init(
    _ presentation: Presentation = .melodic, accompaniment: [DirectedInterval] = [.prime],
    level: AmplitudeDB = Voicing.standardLevel, isDrone: Bool = false, delay: Double = 0
  ) {
    self.presentation = presentation
    self.accompaniment = accompaniment
    self.level = level
    self.isDrone = isDrone && presentation == .harmonic
    self.delay = presentation == .harmonic ? delay : 0
  }

  /// The voicing by the current settings, with a random delay.
  ///
  /// - Parameter presentation: that of a training with only one; `nil` for the one that is set.
  @MainActor
  public init(
    _ settings: any UserSettings, _ presentation: Presentation? = nil,
    using random: inout RandomSource
  ) {
    let presentation = presentation ?? settings.presentation
    // Only for notes together, so that the choices of a seed for other notes stay as they were.
    let delay = presentation == .harmonic ? Self.drawDelay(using: &random) : 0
    self.init(settings, presentation, delay: delay)
  }

  /// The voicing without a delay, if no note of Peach's joins.
  @MainActor
  init(_ settings: any UserSettings) { self.init(settings, settings.presentation, delay: 0) }

  @MainActor
  private init(_ settings: any UserSettings, _ presentation: Presentation, delay: Double) {
    self.init(
      presentation, accompaniment: settings.accompaniment, level: settings.accompanimentLevel,
      isDrone: settings.drone && Self.canDrone(settings, presentation), delay: delay)
  }

  /// The voicing with other voices; with its own if there are none.
  func with(_ voices: [DirectedInterval]) -> Voicing {
    voices.isEmpty
      ? self
      : Voicing(presentation, accompaniment: voices, level: level, isDrone: isDrone, delay: delay)
  }

  /// True if a drone can sound with the current settings: if the notes sound together and always
  /// have the same reference note.
  ///
  /// - Parameter presentation: that of a training with only one; `nil` for the one that is set.
  @MainActor
  public static func canDrone(
    _ settings: any UserSettings, _ presentation: Presentation? = nil
  ) -> Bool {
    (presentation ?? settings.presentation) == .harmonic && settings.referenceNote != nil
  }

  /// The notes that sound through a whole session, by the current settings; empty without a drone.
  ///
  /// - Parameter presentation: that of a training with only one; `nil` for the one that is set.
  @MainActor
  static func drone(
    _ settings: any UserSettings, _ presentation: Presentation? = nil, in tuning: TuningSystem
  ) -> [NoteRequest] {
    let voicing = Voicing(settings, presentation ?? settings.presentation, delay: 0)
    guard voicing.isDrone, let note = settings.referenceNote else { return [] }
    return voicing.requests(above: note, in: tuning, referencePitch: settings.referencePitch)
  }

  static func drawDelay(using random: inout RandomSource) -> Double {
    Double.random(in: delays, using: &random)
  }

  /// The voices as they sound above a reference note, in their order.
  public func requests(
    above note: MIDINote, in tuning: TuningSystem, referencePitch: Frequency
  ) -> [NoteRequest] {
    accompaniment.map { voice in
      NoteRequest(
        tuning.frequency(of: voice, offset: 0, above: note, referencePitch: referencePitch),
        at: presentation == .harmonic ? level : AmplitudeDB(0))
    }
  }

  /// The voices as records have them: `P1,P5`.
  public var accompanimentText: String {
    accompaniment.map(\.description).joined(separator: ",")
  }
}

nonisolated extension Voicing {
  /// The notes of a trial: the voices, and the target after them or joining them. The target is the
  /// last note.
  ///
  /// - Parameters:
  ///   - voices: not empty.
  ///   - target: its own start is ignored.
  ///   - span: the length of what sounds before the target.
  ///   - gap: the seconds between both, if they do not sound together.
  public func passage(
    _ voices: [NoteRequest], _ target: Passage.Note, span: NoteSpan, gap: Double
  ) -> Passage {
    var target = target
    if isDrone {
      target.start = .late(span.seconds + delay)
      return Passage(target)
    }
    switch presentation {
    case .melodic:
      target.start = .after(0, gap: gap)
      return Passage(voices.map { Passage.Note($0, duration: span) } + [target])
    case .harmonic:
      let wait = span.seconds + delay
      target.start = .with(0, delay: wait)
      let whole = target.duration.map { NoteSpan(seconds: wait + $0.seconds) }
      return Passage(
        voices.map { Passage.Note($0, duration: whole, goesOn: true) } + [target])
    }
  }

  /// The voices several times, each time with a target. The last target is the last note.
  ///
  /// - Parameters:
  ///   - voices: may be empty: then the targets sound alone.
  ///   - targets: each with its delay after its voices, in seconds.
  ///   - roving: the level of all notes of the second sound relative to the others.
  ///   - span: the length of each sound; longer than any delay.
  ///   - gap: the seconds between the sounds.
  func sequence(
    _ voices: [NoteRequest], _ targets: [(note: NoteRequest, delay: Double)],
    roving: AmplitudeDB, span: NoteSpan, gap: Double
  ) -> Passage {
    let voices = isDrone ? [] : voices.map { (note: $0, delay: 0.0) }
    var notes: [Passage.Note] = []
    for (place, target) in targets.enumerated() {
      let first = notes.count
      for (note, delay) in voices + [target] {
        let start: Passage.Start =
          if notes.count > first {
            .with(first, delay: delay)
          } else if place > 0 {
            .after(first - voices.count - 1, gap: gap + delay)
          } else {
            isDrone ? .late(Self.droneSilence + delay) : .begin
          }
        notes.append(
          Passage.Note(
            place == 1 ? note.raised(by: roving) : note, start: start,
            duration: NoteSpan(seconds: span.seconds - delay)))
      }
    }
    return Passage(notes)
  }

  /// Targets heard once more, one after the other: each after the voices, or all of them together
  /// with the voices.
  ///
  /// - Parameters:
  ///   - voices: may be empty: then the targets sound alone.
  ///   - span: the length of each note, or of each target if the voices continue.
  ///   - gap: the seconds between notes, if they do not sound together.
  func replay(
    _ voices: [NoteRequest], _ targets: [(role: ReplayNote.Role, frequency: Frequency)],
    span: NoteSpan = NoteSpan(seconds: ReplayNote.longest), gap: Double = 0
  ) -> [ReplayNote] {
    var notes: [ReplayNote] = []
    func add(
      _ role: ReplayNote.Role?, _ request: NoteRequest, _ start: Passage.Start, _ span: NoteSpan,
      goesOn: Bool = false
    ) {
      notes.append(
        ReplayNote(
          role, Passage.Note(request, start: start, duration: span, goesOn: goesOn)))
    }
    switch presentation {
    case .melodic:
      for target in targets {
        let first = notes.count
        let start: Passage.Start = first > 0 ? .after(first - 1, gap: gap) : .begin
        for (place, voice) in voices.enumerated() {
          add(
            place == 0 ? .reference : nil, voice, place == 0 ? start : .with(first, delay: 0), span)
        }
        add(
          target.role, NoteRequest(target.frequency),
          voices.isEmpty ? start : .after(first, gap: gap), span)
      }
    case .harmonic:
      let whole = NoteSpan(seconds: span.seconds * Double(targets.count))
      for voice in voices where !isDrone { add(nil, voice, .begin, whole, goesOn: true) }
      for (place, target) in targets.enumerated() {
        let first: Passage.Start = isDrone ? .late(Self.droneSilence) : .begin
        let start = place == 0 ? first : .after(notes.count - 1, gap: 0)
        add(target.role, NoteRequest(target.frequency), start, span)
      }
    }
    return notes
  }
}

/// The beats of a note with what sounds beside it, per second.
public nonisolated struct TrialBeats: Hashable, Sendable {
  public let given: Double

  /// The beats if the note had been in tune.
  public let truth: Double

  public init(given: Double, truth: Double) { (self.given, self.truth) = (given, truth) }
}

nonisolated extension Voicing {
  /// The fastest beats that can be counted; faster ones are heard as roughness.
  private static let fastestBeats = 20.0

  /// The beats of a note, and of the true one in its place, with the voice with which they are
  /// clearest; `nil` if they do not sound together, or if there are none to count with any voice:
  /// no interval is near a simple ratio, the partials are missing, or the beats are too fast.
  ///
  /// - Parameters:
  ///   - partials: those of the voices, if known.
  ///   - own: those of the note, if known.
  func beats(
    of given: Frequency, truth: Frequency, _ voices: [NoteRequest], _ partials: PartialLevels?,
    own: PartialLevels?
  ) -> TrialBeats? {
    guard presentation == .harmonic else { return nil }
    // Every note has its first partial.
    func hasPartial(_ number: Int, _ note: Frequency, _ levels: PartialLevels?) -> Bool {
      number == 1 || levels?.hasPartial(number, of: note) == true
    }
    let heard = voices.compactMap { request -> (complexity: Int, beats: TrialBeats)? in
      let voice = request.frequency
      guard let beats = Beats(ofInterval: Cents(from: voice, to: truth)) else { return nil }
      let (ofVoice, ofGiven) =
        voice <= truth
        ? (beats.lowerPartial, beats.upperPartial) : (beats.upperPartial, beats.lowerPartial)
      let rates = TrialBeats(
        given: beats.rate(of: voice, and: given), truth: beats.rate(of: voice, and: truth))
      guard max(rates.given, rates.truth) <= Self.fastestBeats,
        hasPartial(ofVoice, voice, partials), hasPartial(ofGiven, given, own)
      else { return nil }
      return (beats.complexity, rates)
    }
    return heard.min { $0.complexity < $1.complexity }?.beats
  }
}

extension NoteRequest {
  /// The request, louder by that level.
  nonisolated fileprivate func raised(by level: AmplitudeDB) -> NoteRequest {
    NoteRequest(
      frequency, at: AmplitudeDB(amplitudeDB.decibels + level.decibels), velocity: velocity)
  }
}
