import Realtime

/// The voices of one sound, as the process thread sees them.
///
/// `VoiceBank` in `Control/` makes and disposes of the memory; a message hands it over.
struct VoiceBankView: BitwiseCopyable {
  /// How many notes of one sound may sound at once, tails included.
  static var voiceCount: Int { @_noLocks @_noAllocation get { 4 } }

  let voices: UnsafeMutablePointer<Voice>

  @_noLocks @_noAllocation
  init(voices: UnsafeMutablePointer<Voice>) { self.voices = voices }

  var isSilent: Bool {
    @_noLocks @_noAllocation
    get {
      var index = 0
      while index < Self.voiceCount {
        if voices[index].isActive { return false }
        index &+= 1
      }
      return true
    }
  }

  /// A voice that does not sound, −1 where all do.
  var freeVoice: Int {
    @_noLocks @_noAllocation
    get {
      var index = 0
      while index < Self.voiceCount {
        if !voices[index].isActive { return index }
        index &+= 1
      }
      return -1
    }
  }

  /// The voice that plays a note, −1 where none does.
  @_noLocks @_noAllocation
  func voice(of note: NoteID) -> Int {
    var index = 0
    while index < Self.voiceCount {
      if voices[index].isActive, voices[index].note.rawValue == note.rawValue { return index }
      index &+= 1
    }
    return -1
  }

  @_noLocks @_noAllocation
  func stopAll() {
    var index = 0
    while index < Self.voiceCount {
      voices[index].stop()
      index &+= 1
    }
  }
}
