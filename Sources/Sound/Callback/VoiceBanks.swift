import Realtime

/// The callback's banks of voices: first the one that new notes use, then banks that still sound,
/// for which a note waits, or that have to be returned.
struct VoiceBanks: ~Copyable {
  /// The number of banks that may sound or wait at once.
  static var capacity: Int { @_noLocks @_noAllocation get { 4 } }

  private let banks: UnsafeMutablePointer<VoiceBankView>
  private var count = 0

  init() { banks = .allocate(capacity: Self.capacity) }

  deinit { banks.deallocate() }

  /// Puts a bank in front. Without room for another, returns the new one at once; `Control/` never
  /// installs so many.
  @_noLocks @_noAllocation
  mutating func install(
    _ pointer: UnsafeMutableRawPointer, at time: FrameTime, sendingTo outbox: inout Outbox
  ) {
    guard count < Self.capacity else {
      outbox.send(.retired(voices: pointer), at: time)
      return
    }
    var index = count
    while index > 0 {
      banks[index] = banks[index &- 1]
      index &-= 1
    }
    banks[0] = VoiceBankView(voices: pointer.assumingMemoryBound(to: Voice.self))
    count &+= 1
  }

  /// The voices that new notes use; `nil` before there are any.
  var front: UnsafeMutablePointer<Voice>? {
    @_noLocks @_noAllocation
    get { count > 0 ? banks[0].voices : nil }
  }

  /// Strikes a note that begins later; returns its voice, or `nil` if there is none at present.
  ///
  /// - Parameter bank: the voices of its sound.
  @_noLocks @_noAllocation
  mutating func strike(
    _ start: NoteStart, in bank: UnsafeMutablePointer<Voice>
  ) -> UnsafeMutablePointer<Voice>? {
    let place = index(of: bank)
    return place < count ? banks[place].strike(start) : nil
  }

  /// Releases a voice that was struck, and whose note does not begin.
  @_noLocks @_noAllocation
  mutating func release(
    _ voice: UnsafeMutablePointer<Voice>, of bank: UnsafeMutablePointer<Voice>?
  ) {
    let place = index(of: bank)
    if place < count { banks[place].release(voice) }
  }

  /// Starts a note; returns true if there was a voice for it.
  ///
  /// - Parameters:
  ///   - struck: its voice if it was struck.
  ///   - bank: the voices of its sound; the first ones if these are not there.
  @_noLocks @_noAllocation
  mutating func play(
    _ start: NoteStart, struck: UnsafeMutablePointer<Voice>?,
    in bank: UnsafeMutablePointer<Voice>?, at time: FrameTime, sendingTo outbox: inout Outbox
  ) -> Bool {
    let place = index(of: bank)
    guard place < count, let voice = struck ?? banks[place].strike(start) else {
      outbox.send(.refused(start.note), at: time)
      return false
    }
    banks[place].start(voice, start)
    outbox.send(.started(start.note), at: time)
    return true
  }

  /// Clears one voice that is silenced, if there is one.
  @_noLocks @_noAllocation
  mutating func clearVoice() {
    var bank = 0
    while bank < count, !banks[bank].clearVoice() { bank &+= 1 }
  }

  /// True if no voice sounds.
  var isSilent: Bool {
    @_noLocks @_noAllocation
    get {
      var bank = 0
      while bank < count {
        if !banks[bank].isSilent { return false }
        bank &+= 1
      }
      return true
    }
  }

  /// True if the note sounds and has not been stopped.
  @_noLocks @_noAllocation
  func isHeld(_ note: NoteID) -> Bool {
    guard let voice = voice(of: note) else { return false }
    return !voice.pointee.isStopping
  }

  /// True if the note sounds and has not reached its pitch yet.
  @_noLocks @_noAllocation
  func isGliding(_ note: NoteID) -> Bool {
    guard let voice = voice(of: note) else { return false }
    return voice.pointee.isGliding && !voice.pointee.isStopping
  }

  @_noLocks @_noAllocation
  func retune(_ note: NoteID, ratio: Double) {
    voice(of: note)?.pointee.retune(ratio: ratio)
  }

  @_noLocks @_noAllocation
  func stop(_ note: NoteID) {
    voice(of: note)?.pointee.stop()
  }

  @_noLocks @_noAllocation
  func stopAll() {
    var bank = 0
    while bank < count {
      banks[bank].stopAll()
      bank &+= 1
    }
  }

  /// Adds the next `frames` frames of all voices.
  @_noLocks @_noAllocation
  mutating func mix(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
    at time: FrameTime, sendingTo outbox: inout Outbox
  ) {
    var bank = 0
    while bank < count {
      let voices = banks[bank].voices
      var sounding = banks[bank].sounding
      while let index = sounding.removeFirst() {
        let silentFrom = voices[index].render(left: left, right: right, frames: frames)
        if silentFrom >= 0 {
          banks[bank].recordEnd(of: index)
          outbox.send(.ended(voices[index].note), at: time.advanced(by: silentFrom))
        }
      }
      bank &+= 1
    }
  }

  /// Returns the silent banks behind the first one.
  ///
  /// - Parameter waiting: the notes whose banks are kept.
  @_noLocks @_noAllocation
  mutating func returnSilent(
    at time: FrameTime, except waiting: borrowing WaitingNotes, sendingTo outbox: inout Outbox
  ) {
    var index = count &- 1
    while index > 0 {
      if banks[index].isSilent, !waiting.needs(banks[index].voices) {
        outbox.send(.retired(voices: UnsafeMutableRawPointer(banks[index].voices)), at: time)
        var next = index
        while next < count &- 1 {
          banks[next] = banks[next &+ 1]
          next &+= 1
        }
        count &-= 1
      }
      index &-= 1
    }
  }

  /// The index of a bank; 0 if it is not there.
  @_noLocks @_noAllocation
  private func index(of bank: UnsafeMutablePointer<Voice>?) -> Int {
    var index = 0
    while index < count {
      if banks[index].voices == bank { return index }
      index &+= 1
    }
    return 0
  }

  @_noLocks @_noAllocation
  private func voice(of note: NoteID) -> UnsafeMutablePointer<Voice>? {
    var bank = 0
    while bank < count {
      let voice = banks[bank].voice(of: note)
      if voice >= 0 { return banks[bank].voices + voice }
      bank &+= 1
    }
    return nil
  }
}

/// The voices of one sound in the process thread.
///
/// `VoiceBank` in `Control/` allocates and frees the memory.
struct VoiceBankView: BitwiseCopyable {
  /// The number of notes of one sound that may sound at once: a chord of five, the release tails of
  /// the one before, and two more for a user in a hurry.
  static var voiceCount: Int { @_noLocks @_noAllocation get { 12 } }

  let voices: UnsafeMutablePointer<Voice>

  /// The voices that sound. Other voices are not touched, as they lie far apart in memory, and a
  /// period begins with cold caches.
  private(set) var sounding = VoiceSet()

  /// The voices whose notes have not begun.
  private var struck = VoiceSet()

  /// The voices that are silenced and not cleared.
  private var uncleared = VoiceSet()

  @_noLocks @_noAllocation
  init(voices: UnsafeMutablePointer<Voice>) { self.voices = voices }

  var isSilent: Bool {
    @_noLocks @_noAllocation
    get { sounding.isEmpty }
  }

  /// Strikes a note; returns its voice, or `nil` if there is none.
  @_noLocks @_noAllocation
  mutating func strike(_ start: NoteStart) -> UnsafeMutablePointer<Voice>? {
    let used = sounding.union(struck)
    var index = used.union(uncleared).firstAbsent
    if index >= Self.voiceCount {
      index = used.firstAbsent
      guard index < Self.voiceCount else { return nil }
      clear(index)
    }
    voices[index].strike(start)
    struck.insert(index)
    return voices + index
  }

  /// Starts the note of a voice that was struck.
  @_noLocks @_noAllocation
  mutating func start(_ voice: UnsafeMutablePointer<Voice>, _ start: NoteStart) {
    struck.remove(voice - voices)
    sounding.insert(voice - voices)
    voice.pointee.start(start)
  }

  /// Releases a voice that was struck, and whose note does not begin.
  @_noLocks @_noAllocation
  mutating func release(_ voice: UnsafeMutablePointer<Voice>) {
    voice.pointee.silence()
    struck.remove(voice - voices)
    uncleared.insert(voice - voices)
  }

  /// Records that a voice has become silent.
  @_noLocks @_noAllocation
  mutating func recordEnd(of index: Int) {
    sounding.remove(index)
    uncleared.insert(index)
  }

  /// Clears a voice that is silenced; returns true if there was one.
  @_noLocks @_noAllocation
  mutating func clearVoice() -> Bool {
    var rest = uncleared
    guard let index = rest.removeFirst() else { return false }
    clear(index)
    return true
  }

  @_noLocks @_noAllocation
  private mutating func clear(_ index: Int) {
    voices[index].clear()
    uncleared.remove(index)
  }

  /// The voice that plays a note; −1 if none does.
  @_noLocks @_noAllocation
  func voice(of note: NoteID) -> Int {
    var rest = sounding
    while let index = rest.removeFirst() {
      if voices[index].note.rawValue == note.rawValue { return index }
    }
    return -1
  }

  @_noLocks @_noAllocation
  func stopAll() {
    var rest = sounding
    while let index = rest.removeFirst() { voices[index].stop() }
  }
}

/// A set of the voices of a bank, by their indices below 16.
struct VoiceSet: BitwiseCopyable {
  private var bits: UInt16 = 0

  @_noLocks @_noAllocation
  init() {}

  var isEmpty: Bool { @_noLocks @_noAllocation get { bits == 0 } }

  /// The lowest index that is not in the set; 16 if all are.
  var firstAbsent: Int { @_noLocks @_noAllocation get { (~bits).trailingZeroBitCount } }

  @_noLocks @_noAllocation
  func union(_ other: VoiceSet) -> VoiceSet {
    var union = self
    union.bits |= other.bits
    return union
  }

  @_noLocks @_noAllocation
  mutating func insert(_ index: Int) { bits |= 1 &<< UInt16(truncatingIfNeeded: index) }

  @_noLocks @_noAllocation
  mutating func remove(_ index: Int) { bits &= ~(1 &<< UInt16(truncatingIfNeeded: index)) }

  /// Removes and returns the lowest index; `nil` if there is none.
  @_noLocks @_noAllocation
  mutating func removeFirst() -> Int? {
    guard bits != 0 else { return nil }
    let index = bits.trailingZeroBitCount
    bits &= bits &- 1
    return index
  }
}
