import Music

/// Notes whose starts and lengths are fixed to the frame, relative to one another.
///
/// A player hands all of them to the sound at once. Every length, gap and delay is rounded to frames on
/// its own, so that a gap of a given number of seconds has the same number of frames in every passage.
/// In the passage of a trial the last note is the one that the question is about.
public nonisolated struct Passage: Hashable, Sendable {
  /// The greatest number of notes.
  public static let noteLimit = 15

  /// In any order of their starts, but a note comes after the one that it refers to.
  public let notes: [Note]

  /// - Precondition: there are 1…``noteLimit`` notes, and each start refers to an earlier note, which
  ///   has a length if the start is `after` it.
  public init(_ notes: [Note]) {
    precondition((1...Self.noteLimit).contains(notes.count), "a passage has 1…15 notes")
    for (index, note) in notes.enumerated() {
      switch note.start {
      case .begin, .late: break
      case .after(let other, _):
        precondition((0..<index).contains(other), "a note follows one that comes before it")
        precondition(notes[other].duration != nil, "only a note with a length is followed")
      case .with(let other, _):
        precondition((0..<index).contains(other), "a note starts with one that comes before it")
      }
    }
    self.notes = notes
  }

  /// One note alone.
  public init(_ note: Note) { self.init([note]) }

  /// One note after another, with this many seconds between the end of one and the start of the
  /// next.
  ///
  /// - Precondition: only the last one is held.
  public init(sequence: [Note], gap: Double) {
    self.init(
      sequence.enumerated().map { index, note in
        var note = note
        note.start = index == 0 ? .begin : .after(index - 1, gap: gap)
        return note
      })
  }

  /// The note that the question is about.
  public var target: Int { notes.count - 1 }

  /// Where a note lies in its passage, in frames.
  public struct Placement: Hashable, Sendable {
    /// From the first frame of the passage to the note's own.
    public let start: Int

    /// `nil` for a note that sounds until it is released.
    public let length: Int?
  }

  /// Where each note lies.
  ///
  /// - Parameter rate: frames per second.
  public func placements(at rate: Double) -> [Placement] {
    var placements: [Placement] = []
    for note in notes {
      let start =
        switch note.start {
        case .begin: 0
        case .late(let delay): Self.frames(in: delay, at: rate)
        case .after(let other, let gap):
          placements[other].start + (placements[other].length ?? 0)
            + Self.frames(in: gap, at: rate)
        case .with(let other, let delay):
          placements[other].start + Self.frames(in: delay, at: rate)
        }
      let length = note.duration.map { max(Self.frames(in: $0.seconds, at: rate), 1) }
      placements.append(Placement(start: start, length: length))
    }
    return placements
  }

  /// The longest gap, delay or length, in seconds. More is rounded down to it.
  private static let longest = 3600.0

  private static func frames(in seconds: Double, at rate: Double) -> Int {
    guard seconds > 0 else { return 0 }
    return Int((min(seconds, longest) * rate).rounded())
  }
}

nonisolated extension Passage {
  /// A note of a passage.
  public struct Note: Hashable, Sendable {
    public let request: NoteRequest
    public internal(set) var start: Start

    /// `nil` for a note that sounds until it is released.
    public let duration: NoteSpan?

    /// What moves the note from its first frame on; MIDI moves one note at a time.
    public let slider: PlacedSlider?

    /// Whether others are heard against the note for as long as it lasts: if its sound dies away, it is
    /// struck again.
    public let goesOn: Bool

    /// Whether the trigger output marks where the note begins.
    public let isMarked: Bool

    /// - Parameter goesOn: a note that is held always goes on.
    public init(
      _ request: NoteRequest, start: Start = .begin, duration: NoteSpan?,
      slider: PlacedSlider? = nil, goesOn: Bool = false, isMarked: Bool = true
    ) {
      self.goesOn = goesOn || duration == nil
      self.isMarked = isMarked
      self.request = request
      self.start = start
      self.duration = duration
      self.slider = slider
    }

    /// A note that is held, and that a slider moves from its first frame on. It begins where the
    /// slider stands.
    public init(
      _ slider: PlacedSlider, at amplitudeDB: AmplitudeDB = AmplitudeDB(0), start: Start = .begin
    ) {
      self.init(
        NoteRequest(slider.frequency, at: amplitudeDB), start: start, duration: nil,
        slider: slider)
    }
  }

  /// When a note of a passage starts.
  public enum Start: Hashable, Sendable {
    /// With the passage.
    case begin

    /// This many seconds after the passage has begun.
    case late(Double)

    /// `gap` seconds after the last frame of the note with that index, which has a length.
    case after(Int, gap: Double)

    /// `delay` seconds after the first frame of the note with that index.
    case with(Int, delay: Double)
  }
}

/// How long a note of a passage sounds.
public nonisolated struct NoteSpan: Hashable, Sendable {
  public let seconds: Double

  /// - Precondition: `seconds` is positive and finite.
  public init(seconds: Double) {
    precondition(seconds > 0 && seconds.isFinite, "a note sounds for some time")
    self.seconds = seconds
  }

  public init(_ duration: NoteDuration) { self.init(seconds: duration.seconds) }
}

/// A slider and where it stands, −1…+1.
public nonisolated struct PlacedSlider: Hashable, Sendable {
  public let slider: PitchSlider
  public let value: Double

  public init(_ slider: PitchSlider, at value: Double) {
    self.slider = slider
    self.value = value
  }

  /// What sounds with the slider there.
  public var frequency: Frequency { slider.frequency(at: value) }
}
