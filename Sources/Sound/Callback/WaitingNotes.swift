import Realtime

/// The notes that have not begun, the next one first. Notes for the same frame keep their order.
///
/// A note sounds in the bank of voices that was the first one when it came: its key and its gain
/// were determined for that sound. The bank is not returned while a note waits for it.
///
/// To strike a note costs more than to sound it for a period: FluidSynth's attack has several
/// blocks. So the notes are struck ahead of their frame, block by block, and a passage that is to
/// begin at once is delayed for that by a few milliseconds.
///
/// It counts the frames that are rendered, not those of JACK's clock: after an xrun the clock
/// jumps, and the notes of a passage still follow each other exactly. Only the process thread uses
/// it. It allocates memory once, in the initializer.
struct WaitingNotes: ~Copyable {
  /// The number of notes that can wait; `Control/` never sends so many at once.
  static var capacity: Int { @_noLocks @_noAllocation get { 64 } }

  /// The frames of a note for which its first block suffices, whatever the ratio.
  private static var firstFrames: Int { @_noLocks @_noAllocation get { 40 } }

  /// The longest time before its frame in which a note is struck, in seconds, and so the longest
  /// delay of a passage.
  static let leadSeconds = 0.005

  /// The shortest period in which the notes of a passage may begin as soon as it comes: to strike
  /// them costs little compared with rendering the period.
  static var longPeriod: Int { @_noLocks @_noAllocation get { 512 } }

  /// A note that begins.
  struct Due: BitwiseCopyable {
    let note: PassageNote

    /// The voices of its sound; `nil` if there were none when it came.
    let bank: UnsafeMutablePointer<Voice>?

    /// Its voice, if it has been struck.
    let voice: UnsafeMutablePointer<Voice>?

    /// True if its slider was moved meanwhile, to the value with which it is armed.
    let isMoved: Bool

    @_noLocks @_noAllocation
    fileprivate init(_ slot: Slot) {
      note = slot.note
      bank = slot.bank
      voice = slot.voice
      isMoved = slot.isMoved
    }
  }

  fileprivate struct Slot: BitwiseCopyable {
    var note: PassageNote
    var bank: UnsafeMutablePointer<Voice>?

    /// The rendered frame in which it begins.
    var due: Int

    /// Its voice, once it has been struck.
    var voice: UnsafeMutablePointer<Voice>?

    /// True if its slider was moved, to the value with which it is armed.
    var isMoved = false

    /// The blocks to render before it can begin.
    var attackRemaining: Int {
      @_noLocks @_noAllocation
      get { voice?.pointee.attackRemaining ?? Voice.attackBlocks }
    }
  }

  private let slots: UnsafeMutablePointer<Slot>
  private var count = 0

  /// The frames that were rendered so far.
  private var now = 0

  /// The longest time before its frame in which a note is struck, in frames.
  private let lead: Int

  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - leadSeconds: the longest time before its frame in which a note is struck.
  init(sampleRate: Double, leadSeconds: Double) {
    lead = Int(leadSeconds * sampleRate)
    slots = .allocate(capacity: Self.capacity)
    // This touches every page, so that the process thread causes no page fault.
    let none = PassageNote(NoteStart(note: NoteID(0), key: 0, velocity: 0, ratio: 1))
    slots.initialize(repeating: Slot(note: none, bank: nil, due: 0), count: Self.capacity)
  }

  deinit { slots.deallocate() }

  /// Adds a note of a passage that begins after `wait` frames; returns false if there is no room.
  ///
  /// - Parameter bank: the voices of its sound.
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

  /// The delay of a passage in frames, so that its notes can be struck one block a period if there
  /// is time.
  ///
  /// - Parameters:
  ///   - count: the number of notes.
  ///   - period: the frames of a period.
  @_noLocks @_noAllocation
  func delay(
    of notes: UnsafeMutablePointer<PassageNote>, count: Int, period: Int
  ) -> Int {
    guard period < Self.longPeriod else { return 0 }
    var blocks = 0
    var index = 0
    while index < count {
      if Int(notes[index].delay) < lead { blocks &+= Voice.attackBlocks }
      index &+= 1
    }
    return min(blocks &* period, lead)
  }

  /// Strikes the notes that begin soon, at the beginning of a period, with as few blocks as leave
  /// no more of them for the later periods. Notes without a voice are struck when there is one, in
  /// their own frame at the latest.
  ///
  /// - Returns: true if there was anything to do.
  @_noLocks @_noAllocation
  mutating func strikeAhead(period: Int, in banks: inout VoiceBanks) -> Bool {
    guard period > 0 else { return false }
    var blocks = 0
    var blocksNow = 0
    var index = 0
    while index < count, slots[index].due &- now <= lead {
      blocks &+= slots[index].attackRemaining
      // The time in the note's own period counts only beyond its first block.
      let wait = slots[index].due &- now
      let time = max(wait &- min(wait % period, Self.firstFrames), period)
      blocksNow = max(blocksNow, (blocks &* period &+ time &- 1) / time)
      index &+= 1
    }
    let isNeeded = blocksNow > 0
    index = 0
    while index < count, blocksNow > 0 {
      blocksNow &-= strike(at: index, blocks: blocksNow, in: &banks)
      index &+= 1
    }
    return isNeeded
  }

  /// Renders a part of a note's attack; returns the number of blocks.
  @_noLocks @_noAllocation
  private mutating func strike(at index: Int, blocks: Int, in banks: inout VoiceBanks) -> Int {
    if slots[index].voice == nil, let bank = slots[index].bank {
      slots[index].voice = banks.strike(slots[index].note.start, in: bank)
    }
    guard let voice = slots[index].voice else { return 0 }
    let count = min(blocks, voice.pointee.attackRemaining)
    if count > 0 { voice.pointee.renderAttack(count) }
    return count
  }

  /// The frames until the next note; 0 if it is due, `nil` if none waits.
  var framesUntilNext: Int? {
    @_noLocks @_noAllocation
    get { count > 0 ? slots[0].due &- now : nil }
  }

  /// Counts rendered frames, which do not pass the next note.
  @_noLocks @_noAllocation
  mutating func advance(_ frames: Int) { now &+= frames }

  /// Removes and returns the next note that is due.
  @_noLocks @_noAllocation
  mutating func removeDue() -> Due? {
    guard count > 0, slots[0].due <= now else { return nil }
    return remove(at: 0)
  }

  /// True if a note waits for these voices.
  @_noLocks @_noAllocation
  func needs(_ bank: UnsafeMutablePointer<Voice>) -> Bool {
    var index = 0
    while index < count {
      if slots[index].bank == bank { return true }
      index &+= 1
    }
    return false
  }

  /// Sets the ratio with which a note begins; returns true if it still waits.
  @_noLocks @_noAllocation
  mutating func retune(_ note: NoteID, ratio: Double) -> Bool {
    let index = index(of: note)
    guard index < count else { return false }
    slots[index].note.start.ratio = ratio
    return true
  }

  /// Lets MIDI control a note from its first frame on; returns true if it still waits.
  @_noLocks @_noAllocation
  mutating func arm(_ note: NoteID, _ arming: SliderArming) -> Bool {
    let index = index(of: note)
    guard index < count else { return false }
    slots[index].note.arming = arming
    return true
  }

  /// Moves the slider of a note that is to be armed; returns true if the note still waits.
  @_noLocks @_noAllocation
  mutating func moveSlider(_ note: NoteID, to value: Double, number: UInt32) -> Bool {
    let index = index(of: note)
    guard index < count else { return false }
    slots[index].note.arming?.value = value
    slots[index].note.arming?.number = number
    slots[index].isMoved = true
    return true
  }

  /// Removes and returns a note if it still waits.
  @_noLocks @_noAllocation
  mutating func remove(_ note: NoteID) -> Due? {
    let index = index(of: note)
    return index < count ? remove(at: index) : nil
  }

  /// Removes and returns the next note, due or not.
  @_noLocks @_noAllocation
  mutating func removeNext() -> Due? { count > 0 ? remove(at: 0) : nil }

  /// The place of a note; `count` if it does not wait.
  @_noLocks @_noAllocation
  private func index(of note: NoteID) -> Int {
    var index = 0
    while index < count, slots[index].note.start.note.rawValue != note.rawValue { index &+= 1 }
    return index
  }

  @_noLocks @_noAllocation
  private mutating func remove(at position: Int) -> Due {
    let due = Due(slots[position])
    var index = position
    while index < count &- 1 {
      slots[index] = slots[index &+ 1]
      index &+= 1
    }
    count &-= 1
    return due
  }
}
