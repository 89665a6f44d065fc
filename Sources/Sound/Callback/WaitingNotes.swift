import Realtime

/// The notes that have not begun, the next one first. Notes for the same frame keep their order.
///
/// A note sounds in the bank of voices that was the first one when it was handed over: its key and its
/// gain were found for that sound. The bank is not returned while a note waits for it.
///
/// It counts the frames that are rendered, not those of JACK's clock: after an xrun the clock jumps, and
/// the notes of a passage still follow each other exactly. Only the process thread uses it. It allocates
/// memory once, in the initializer.
struct WaitingNotes: ~Copyable {
  /// How many notes can wait; `Control/` never sends so many at once.
  static var capacity: Int { @_noLocks @_noAllocation get { 64 } }

  /// A note that begins.
  struct Due: BitwiseCopyable {
    let note: PassageNote

    /// The voices of its sound; `nil` if there were none when it came.
    let bank: UnsafeMutablePointer<Voice>?

    @_noLocks @_noAllocation
    init(note: PassageNote, bank: UnsafeMutablePointer<Voice>?) {
      self.note = note
      self.bank = bank
    }
  }

  private struct Slot: BitwiseCopyable {
    var note: PassageNote
    var bank: UnsafeMutablePointer<Voice>?

    /// When it begins, in rendered frames.
    var due: Int
  }

  private let slots: UnsafeMutablePointer<Slot>
  private var count = 0

  /// How many frames were rendered so far.
  private var now = 0

  init() {
    slots = .allocate(capacity: Self.capacity)
    // This touches every page, so that the process thread causes no page fault.
    let none = PassageNote(NoteStart(note: NoteID(0), key: 0, velocity: 0, ratio: 1))
    slots.initialize(repeating: Slot(note: none, bank: nil, due: 0), count: Self.capacity)
  }

  deinit { slots.deallocate() }

  /// Adds a note of a passage that begins after so many frames; returns false if there is no room.
  ///
  /// - Parameter bank: the voices in which it is to sound.
  @_noLocks @_noAllocation
  mutating func insert(
    _ note: PassageNote, in bank: UnsafeMutablePointer<Voice>?, after wait: Int
  ) -> Bool {
    guard count < Self.capacity else { return false }
    let due = now &+ wait &+ Int(note.delay)
    var index = count
    while index > 0, slots[index &- 1].due > due {
      slots[index] = slots[index &- 1]
      index &-= 1
    }
    slots[index] = Slot(note: note, bank: bank, due: due)
    count &+= 1
    return true
  }

  /// The frames until the next note; 0 if it is due, `nil` if none waits.
  var framesUntilNext: Int? {
    @_noLocks @_noAllocation
    get { count > 0 ? slots[0].due &- now : nil }
  }

  /// So many frames were rendered, which do not pass the next note.
  @_noLocks @_noAllocation
  mutating func advance(_ frames: Int) { now &+= frames }

  /// Removes and returns the next note that is due.
  @_noLocks @_noAllocation
  mutating func removeDue() -> Due? {
    guard count > 0, slots[0].due <= now else { return nil }
    let due = Due(note: slots[0].note, bank: slots[0].bank)
    remove(at: 0)
    return due
  }

  /// Whether a note waits that is to sound in these voices.
  @_noLocks @_noAllocation
  func needs(_ bank: UnsafeMutablePointer<Voice>) -> Bool {
    var index = 0
    while index < count {
      if slots[index].bank == bank { return true }
      index &+= 1
    }
    return false
  }

  /// Removes a note if it still waits; returns whether it did.
  @_noLocks @_noAllocation
  mutating func remove(_ note: NoteID) -> Bool {
    var index = 0
    while index < count {
      if slots[index].note.start.note.rawValue == note.rawValue {
        remove(at: index)
        return true
      }
      index &+= 1
    }
    return false
  }

  /// Removes the next note, due or not.
  @_noLocks @_noAllocation
  mutating func removeNext() -> NoteID? {
    guard count > 0 else { return nil }
    let note = slots[0].note.start.note
    remove(at: 0)
    return note
  }

  @_noLocks @_noAllocation
  private mutating func remove(at position: Int) {
    var index = position
    while index < count &- 1 {
      slots[index] = slots[index &+ 1]
      index &+= 1
    }
    count &-= 1
  }
}
