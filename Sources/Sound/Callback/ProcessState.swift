import Realtime

/// Everything that the process callback sees.
///
/// `Control/` builds it; from then on the process thread alone calls
/// ``render(left:right:frames:at:midi:)``, and the main thread reaches the rings and the counters
/// through ``ProcessMessages``, which this only points at.
struct ProcessState: ~Copyable {
  private let messages: UnsafeMutablePointer<ProcessMessages>
  private var schedule = FrameSchedule(capacity: 128)
  private var banks = VoiceBanks()
  private var hand: HandledNote
  private var outbox: Outbox

  /// - Parameters:
  ///   - messages: outlives the state.
  ///   - sampleRate: frames per second.
  init(messages: UnsafeMutablePointer<ProcessMessages>, sampleRate: Double) {
    self.messages = messages
    hand = HandledNote(sampleRate: sampleRate)
    outbox = Outbox(messages: messages)
  }

  /// Renders one period, whose first frame lies at `time`, into both outputs.
  ///
  /// Commands and MIDI take effect at their own frame; late commands at once, and they are counted.
  ///
  /// - Parameter midi: what came in, by its offset in the period.
  @_noLocks @_noAllocation
  mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
    at time: FrameTime, midi: UnsafeBufferPointer<TimedMIDIMessage>
  ) {
    left.update(repeating: 0, count: frames)
    right.update(repeating: 0, count: frames)
    takeCommands(at: time)

    var position = 0
    var nextMessage = 0
    while position < frames {
      let now = time.advanced(by: position)
      if let wait = schedule.framesUntilNext(from: now), wait == 0 {
        if let command = schedule.removeFirst() { apply(command.action, at: now) }
        continue
      }
      if nextMessage < midi.count, midi[nextMessage].offset <= position {
        take(midi[nextMessage].message, at: now)
        nextMessage &+= 1
        continue
      }
      var length = frames &- position
      if let wait = schedule.framesUntilNext(from: now) { length = min(length, wait) }
      if let wait = hand.framesUntilStep { length = min(length, wait) }
      if nextMessage < midi.count { length = min(length, midi[nextMessage].offset &- position) }
      banks.mix(
        left: left + position, right: right + position, frames: length, at: now,
        telling: &outbox)
      position &+= length
      if hand.pass(length, until: time.advanced(by: position)) { follow() }
    }
    hand.report(to: &outbox)
    banks.returnSilent(at: time.advanced(by: frames), telling: &outbox)
  }

  /// Whether there is something in the event ring that the main thread has not been woken for.
  @_noLocks @_noAllocation
  mutating func takeWakeUp() -> Bool { outbox.takeWakeUp() }

  @_noLocks @_noAllocation
  func countPeriodWithLostMIDI() { messages.pointee.counters.countPeriodWithLostMIDI() }

  @_noLocks @_noAllocation
  private mutating func takeCommands(at time: FrameTime) {
    while let command = messages.pointee.commands.pop() {
      guard command.isScheduled else {
        apply(command.action, at: time)
        continue
      }
      let isLate = command.frame.distance(since: time) < 0
      if isLate { messages.pointee.counters.countLateCommand() }
      if isLate || !schedule.insert(command) { apply(command.action, at: time) }
    }
  }

  @_noLocks @_noAllocation
  private mutating func apply(_ action: Command.Action, at time: FrameTime) {
    switch action {
    case .play(let start): banks.play(start, at: time, telling: &outbox)
    case .retune(let note, let ratio): banks.retune(note, ratio: ratio)
    case .stop(let note):
      if schedule.removePlay(of: note) { outbox.tell(.ended(note), at: time) }
      if hand.holds(note) { hand.letGo() }
      banks.stop(note)
    case .stopAll:
      while let note = schedule.removeAnyPlay() { outbox.tell(.ended(note), at: time) }
      hand.letGo()
      banks.stopAll()
    case .arm(let note, let arming):
      guard banks.isHeld(note) else { return }
      hand.arm(note, arming)
      // What the slider says is what sounds, from the first frame on.
      follow()
    case .moveSlider(let note, let value):
      guard hand.holds(note) else { return }
      hand.move(to: value, at: time)
      follow()
    case .bind(let bindings): hand.bind(bindings)
    case .install(let voices): banks.install(voices, at: time, telling: &outbox)
    }
  }

  @_noLocks @_noAllocation
  private mutating func take(_ message: MIDIMessage, at time: FrameTime) {
    switch hand.take(message, at: time) {
    case .nothing: break
    case .moved: follow()
    case .intent(let intent):
      let isCommit = if case .commit = intent { true } else { false }
      if isCommit {
        // Without a note in the hand there is nothing to commit, whatever comes a moment later.
        guard hand.holds(hand.note) else { return }
        // What was meant is what sounds: a wheel that was let go of goes back to where it was held.
        follow()
      }
      // The flood of a broken controller must not keep a note's end from being told.
      let isTold = outbox.mention(.intent(intent, hand.note, value: hand.value), at: time)
      if isCommit, isTold { hand.letGo() }
    }
  }

  /// Glides the note in the hand to where its slider stands.
  @_noLocks @_noAllocation
  private mutating func follow() { banks.retune(hand.note, ratio: hand.ratio) }
}
