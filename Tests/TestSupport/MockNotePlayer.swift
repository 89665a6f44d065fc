import Music
import Training

/// A player without sound. Notes end by hand unless they are told to end instantly; a note that follows
/// another one begins when that ends.
public final class MockNotePlayer: NotePlayer {
  /// A note that has begun; `duration` is `nil` for a note that is held.
  public struct Call: Equatable {
    public let frequency: Frequency
    public let duration: NoteSpan?
    public let velocity: MIDIVelocity
    public let amplitudeDB: AmplitudeDB

    public init(
      frequency: Frequency, duration: NoteDuration?, velocity: MIDIVelocity,
      amplitudeDB: AmplitudeDB
    ) {
      self.frequency = frequency
      self.duration = duration.map { NoteSpan($0) }
      self.velocity = velocity
      self.amplitudeDB = amplitudeDB
    }

    fileprivate init(_ note: Passage.Note) {
      frequency = note.request.frequency
      duration = note.duration
      velocity = note.request.velocity
      amplitudeDB = note.request.amplitudeDB
    }
  }

  /// A note of a passage.
  private final class Note {
    let note: Passage.Note
    let passage: Int
    let index: Int
    let handle: MockPlaybackHandle

    init(_ note: Passage.Note, of passage: Int, at index: Int) {
      self.note = note
      self.passage = passage
      self.index = index
      handle = MockPlaybackHandle(frequency: note.request.frequency)
    }

    /// Whether this note waits for no other one.
    var startsAlone: Bool {
      switch note.start {
      case .begin, .late: true
      case .after, .with: false
      }
    }

    /// Whether this note begins when that one does, or ends.
    func starts(with other: Note) -> Bool {
      if case .with(other.index, _) = note.start { passage == other.passage } else { false }
    }

    func follows(_ other: Note) -> Bool {
      if case .after(other.index, _) = note.start { passage == other.passage } else { false }
    }
  }

  /// What was asked for.
  public private(set) var passages: [Passage] = []

  /// The notes that have begun, in their order.
  public private(set) var calls: [Call] = []

  /// Those of them that are held.
  public private(set) var handles: [MockPlaybackHandle] = []
  public private(set) var stopAllCount = 0

  /// How many notes had begun at each preparation for a trial.
  public private(set) var preparations: [Int] = []

  /// Which frequencies sound; all of them unless a test says otherwise.
  public var onCanSound: ((Frequency) -> Bool)?

  /// How many notes of a given duration were cut short by a stop of their own.
  public private(set) var cancelledCount = 0

  /// Thrown by every `play` while set; a note that would begin later cannot begin.
  public var error: (any Error)?

  /// Notes are over as soon as they began.
  public var endsNotesInstantly = false

  /// A stopped note of a given duration goes on until it is ended by hand, and then ends as if nothing had
  /// happened.
  public var ignoresCancellation = false

  /// Called with each handle of a held note before that begins.
  public var onHandle: ((MockPlaybackHandle) -> Void)?

  /// Called with each note before it begins.
  public var onPlay: ((Call) -> Void)?

  /// Notes of a given duration, or the sound itself, begin and are confirmed only when a test says so.
  public var startsLate = false
  public var confirmsLate = false
  private var unstarted: [MockPlaybackHandle] = []
  private var unconfirmed: [() -> Void] = []

  public var recordedSound: String?
  public var soundVersion = 0
  public var eventTime: SoundTime?
  public var now: SoundTime?

  /// Every note that was asked for; their handles refer to them.
  private var notes: [Note] = []

  /// The notes that have not begun.
  private var waiting: [Note] = []

  /// The notes of a given duration that have begun and not ended.
  private var sounding: [Note] = []

  public init() {}

  /// How many notes of a given duration sound.
  public var soundingCount: Int { sounding.count }

  public func prepareForTrial() { preparations.append(calls.count) }

  public func canSound(_ frequency: Frequency) -> Bool { onCanSound?(frequency) ?? true }

  public func play(_ passage: Passage) async throws -> [any PlaybackHandle] {
    passages.append(passage)
    let number = passages.count
    let notes = passage.notes.enumerated().map { Note($1, of: number, at: $0) }
    for note in notes {
      note.handle.onStop = { [weak self, unowned note] in self?.stopped(note) }
    }
    self.notes += notes
    waiting += notes
    for note in notes where note.startsAlone {
      do {
        try begin(note)
      } catch {
        waiting.removeAll { $0.passage == number }
        throw error
      }
    }
    return notes.map { $0.handle }
  }

  public func stopAll() {
    stopAllCount += 1
    let dropped = waiting
    waiting = []
    for note in dropped { note.handle.end() }
    for handle in handles { handle.stop() }
    if !ignoresCancellation { endNotes() }
  }

  public func confirmSound(_ onAnswer: @escaping () -> Void) throws {
    if let error { throw error }
    if confirmsLate { unconfirmed.append(onAnswer) } else { onAnswer() }
  }

  /// Lets the notes begin that have not begun.
  public func startNotes() {
    let notes = unstarted
    unstarted = []
    for handle in notes { handle.start() }
  }

  /// Answers ``confirmSound(_:)``.
  public func confirmSound() {
    let questions = unconfirmed
    unconfirmed = []
    for answer in questions { answer() }
  }

  /// Lets every note of a given duration that sounds reach its end.
  public func endNotes() {
    let ended = sounding
    sounding = []
    for note in ended { end(note) }
  }

  /// Lets every note of a given duration that sounds fail.
  public func failNotes(_ error: AudioError) {
    let failed = sounding
    sounding = []
    for note in failed {
      waiting.removeAll { $0.passage == note.passage }
      note.handle.end(error)
    }
  }

  /// Ends what sounds and forgets everything.
  public func reset() {
    waiting = []
    endNotes()
    passages = []
    calls = []
    handles = []
    stopAllCount = 0
    preparations = []
    onCanSound = nil
    cancelledCount = 0
    error = nil
    endsNotesInstantly = false
    ignoresCancellation = false
    startsLate = false
    confirmsLate = false
    unstarted = []
    unconfirmed = []
    onHandle = nil
    onPlay = nil
    recordedSound = nil
    soundVersion = 0
    eventTime = nil
    now = nil
  }

  /// Begins a note and those that start with it.
  private func begin(_ note: Note) throws {
    waiting.removeAll { $0 === note }
    let call = Call(note.note)
    calls.append(call)
    onPlay?(call)
    if let error { throw error }
    let isHeld = note.note.duration == nil
    if isHeld {
      handles.append(note.handle)
      onHandle?(note.handle)
      guard !note.handle.isStopped else { return }
    } else {
      sounding.append(note)
      if startsLate {
        note.handle.startsLate = true
        unstarted.append(note.handle)
      }
    }
    note.handle.begin(note.note.slider)
    for other in waiting where other.starts(with: note) { try begin(other) }
    if endsNotesInstantly, !isHeld {
      sounding.removeAll { $0 === note }
      end(note)
    }
  }

  /// The note is over, and those begin that follow it.
  private func end(_ note: Note) {
    note.handle.end()
    for other in waiting where other.follows(note) {
      guard waiting.contains(where: { $0 === other }) else { continue }
      do {
        try begin(other)
      } catch {
        other.handle.end(error as? AudioError ?? .engineUnavailable)
      }
    }
  }

  /// The handle of a note was stopped.
  private func stopped(_ note: Note) {
    if waiting.contains(where: { $0 === note }) {
      waiting.removeAll { $0 === note }
      note.handle.end()
    } else if note.note.duration == nil {
      note.handle.end()
    } else if !ignoresCancellation, sounding.contains(where: { $0 === note }) {
      sounding.removeAll { $0 === note }
      cancelledCount += 1
      note.handle.end()
    }
  }
}
