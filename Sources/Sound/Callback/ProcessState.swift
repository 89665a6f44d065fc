import Realtime

/// Everything that the process callback sees.
///
/// `Control/` builds it; from then on the process thread alone calls ``render(left:right:frames:at:)``,
/// and the main thread reaches the rings and the counters through ``ProcessMessages``, which this only
/// points at.
struct ProcessState: ~Copyable {
  /// How many banks of voices may sound or wait at once: the one in use and those that fade.
  static var bankCount: Int { @_noLocks @_noAllocation get { 4 } }

  private let messages: UnsafeMutablePointer<ProcessMessages>
  private var schedule = FrameSchedule(capacity: 128)

  // banks[0] is the one that new notes use; behind it, those that still sound or are to be returned.
  private let banks: UnsafeMutablePointer<VoiceBankView>
  private var usedBanks = 0

  /// Whether events were pushed since the last call of ``takeWakeUp()``.
  private var hasNews = false

  /// - Parameter messages: outlives the state.
  init(messages: UnsafeMutablePointer<ProcessMessages>) {
    self.messages = messages
    banks = .allocate(capacity: Self.bankCount)
  }

  deinit { banks.deallocate() }

  /// Renders one period, whose first frame lies at `time`, into both outputs.
  ///
  /// Commands take effect at their own frame; late ones at once, and they are counted.
  @_noLocks @_noAllocation
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
    at time: FrameTime
  ) {
    left.update(repeating: 0, count: frames)
    right.update(repeating: 0, count: frames)
    takeCommands(at: time)

    var position = 0
    while position < frames {
      let now = time.advanced(by: position)
      var length = frames &- position
      if let wait = schedule.framesUntilNext(from: now) {
        if wait == 0 {
          if let command = schedule.removeFirst() { apply(command, at: now) }
          continue
        }
        length = min(length, wait)
      }
      mix(left: left + position, right: right + position, frames: length, at: now)
      position &+= length
    }
    returnSilentBanks(at: time.advanced(by: frames))
  }

  /// Whether there is something in the event ring that the main thread has not been woken for.
  @_noLocks @_noAllocation
  mutating func takeWakeUp() -> Bool {
    let news = hasNews
    hasNews = false
    return news
  }

  @_noLocks @_noAllocation
  private mutating func takeCommands(at time: FrameTime) {
    while let command = messages.pointee.commands.pop() {
      guard command.isScheduled else {
        apply(command, at: time)
        continue
      }
      let isLate = command.frame.distance(since: time) < 0
      if isLate { messages.pointee.counters.countLateCommand() }
      if isLate || !schedule.insert(command) { apply(command, at: time) }
    }
  }

  @_noLocks @_noAllocation
  private mutating func apply(_ command: Command, at time: FrameTime) {
    switch command.kind {
    case .play: play(command, at: time)
    case .retune:
      var bank = 0
      while bank < usedBanks {
        let voice = banks[bank].voice(of: command.note)
        if voice >= 0 { banks[bank].voices[voice].retune(ratio: command.ratio) }
        bank &+= 1
      }
    case .stop:
      if schedule.removePlay(of: command.note) {
        tell(Event(.ended, at: time, note: command.note))
      }
      var bank = 0
      while bank < usedBanks {
        let voice = banks[bank].voice(of: command.note)
        if voice >= 0 { banks[bank].voices[voice].stop() }
        bank &+= 1
      }
    case .stopAll:
      while let note = schedule.removeAnyPlay() { tell(Event(.ended, at: time, note: note)) }
      var bank = 0
      while bank < usedBanks {
        banks[bank].stopAll()
        bank &+= 1
      }
    case .install: install(command, at: time)
    }
  }

  @_noLocks @_noAllocation
  private mutating func play(_ command: Command, at time: FrameTime) {
    let voice = usedBanks > 0 ? banks[0].freeVoice : -1
    if voice < 0 {
      tell(Event(.refused, at: time, note: command.note))
    } else {
      banks[0].voices[voice].start(command)
      tell(Event(.started, at: time, note: command.note))
    }
  }

  /// Puts a bank in front. With no room for another the new one goes straight back; `Control/` has
  /// fewer under way than there is room for.
  @_noLocks @_noAllocation
  private mutating func install(_ command: Command, at time: FrameTime) {
    guard let pointer = command.voices else { return }
    guard usedBanks < Self.bankCount else {
      tell(Event(.retired, at: time, voices: pointer))
      return
    }
    var index = usedBanks
    while index > 0 {
      banks[index] = banks[index &- 1]
      index &-= 1
    }
    banks[0] = VoiceBankView(voices: pointer.assumingMemoryBound(to: Voice.self))
    usedBanks &+= 1
  }

  @_noLocks @_noAllocation
  private mutating func mix(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
    at time: FrameTime
  ) {
    var bank = 0
    while bank < usedBanks {
      let voices = banks[bank].voices
      var index = 0
      while index < VoiceBankView.voiceCount {
        if voices[index].isActive {
          let silentFrom = voices[index].render(left: left, right: right, frames: frames)
          if silentFrom >= 0 {
            tell(Event(.ended, at: time.advanced(by: silentFrom), note: voices[index].note))
          }
        }
        index &+= 1
      }
      bank &+= 1
    }
  }

  @_noLocks @_noAllocation
  private mutating func returnSilentBanks(at time: FrameTime) {
    var index = usedBanks &- 1
    while index > 0 {
      if banks[index].isSilent {
        tell(Event(.retired, at: time, voices: UnsafeMutableRawPointer(banks[index].voices)))
        var next = index
        while next < usedBanks &- 1 {
          banks[next] = banks[next &+ 1]
          next &+= 1
        }
        usedBanks &-= 1
      }
      index &-= 1
    }
  }

  @_noLocks @_noAllocation
  private mutating func tell(_ event: Event) {
    // There is always room: `Control/` admits fewer notes and banks at once than the ring holds.
    if !messages.pointee.events.push(event) { messages.pointee.counters.countLostEvent() }
    hasNews = true
  }
}
