import Realtime

/// The whole state of the process callback.
///
/// `Control/` builds it. From then on only the process thread uses it, and the main thread reaches
/// the rings and the counters through ``ProcessMessages``, to which this only points.
struct ProcessState: ~Copyable {
  private let messages: UnsafeMutablePointer<ProcessMessages>
  private var waitingNotes: WaitingNotes
  private var banks = VoiceBanks()
  private var output: OutputGain
  private var armedNote: ArmedNote
  private var outbox: Outbox
  private var pulse: TriggerPulse

  /// The note whose slider is confirmed as soon as the note sounds at this value.
  private var unconfirmed: (note: NoteID, value: Double)?

  /// - Parameters:
  ///   - messages: outlives the state.
  ///   - sampleRate: frames per second.
  ///   - leadSeconds: the longest time before its frame in which a note is struck.
  init(
    messages: UnsafeMutablePointer<ProcessMessages>, sampleRate: Double,
    leadSeconds: Double = WaitingNotes.leadSeconds
  ) {
    self.messages = messages
    waitingNotes = WaitingNotes(sampleRate: sampleRate, leadSeconds: leadSeconds)
    output = OutputGain(sampleRate: sampleRate)
    armedNote = ArmedNote(sampleRate: sampleRate)
    outbox = Outbox(messages: messages)
    pulse = TriggerPulse(sampleRate: sampleRate)
  }

  /// Renders one period, whose first frame is at `time`, into both outputs.
  ///
  /// Commands take effect with the first frame, MIDI at its own. A passage is delayed if periods
  /// are short; see ``WaitingNotes``.
  ///
  /// - Parameters:
  ///   - left: the left output; if one output is missing, the other one stays silent, commands and
  ///     notes wait for the next period, and only MIDI is handled.
  ///   - midi: the period's messages, sorted by offset.
  ///   - trigger: the output that marks the beginnings of notes; `nil` for none.
  @_noLocks @_noAllocation
  mutating func render(
    left: UnsafeMutablePointer<Float>?, right: UnsafeMutablePointer<Float>?, frames: Int,
    at time: FrameTime, midi: UnsafeBufferPointer<TimedMIDIMessage>,
    trigger: UnsafeMutablePointer<Float>? = nil
  ) {
    messages.pointee.counters.countCall()
    pulse.beginPeriod(trigger, frames: frames, at: time)
    left?.update(repeating: 0, count: frames)
    right?.update(repeating: 0, count: frames)
    guard let left, let right else { return handleAll(midi, at: time) }
    handleCommands(at: time, period: frames)
    armedNote.beginPeriod(at: time)
    if !waitingNotes.strikeAhead(period: frames, in: &banks) { banks.clearVoice() }

    var position = 0
    var nextMessage = 0
    while position < frames {
      let now = time.advanced(by: position)
      beginDueNotes(at: now)
      if nextMessage < midi.count, midi[nextMessage].offset <= position {
        handle(midi[nextMessage], at: now)
        nextMessage &+= 1
        continue
      }
      var length = frames &- position
      if let wait = waitingNotes.framesUntilNext { length = min(length, wait) }
      if let wait = armedNote.framesUntilStep { length = min(length, wait) }
      if nextMessage < midi.count { length = min(length, midi[nextMessage].offset &- position) }
      let isSilent = banks.isSilent
      banks.mix(
        left: left + position, right: right + position, frames: length, at: now,
        sendingTo: &outbox)
      if isSilent {
        output.skipSilence()
      } else {
        output.apply(toLeft: left + position, right: right + position, frames: length)
      }
      position &+= length
      waitingNotes.advance(length)
      if armedNote.advance(length, until: time.advanced(by: position)) { updatePitch() }
    }
    armedNote.report(to: &outbox)
    confirmSlider(at: time.advanced(by: frames))
    banks.returnSilent(
      at: time.advanced(by: frames), except: waitingNotes, sendingTo: &outbox)
  }

  /// Returns true if the main thread has to be woken for new events; then false until the next
  /// event.
  @_noLocks @_noAllocation
  mutating func consumeWakeUp() -> Bool { outbox.consumeWakeUp() }

  @_noLocks @_noAllocation
  func countPeriodWithLostMIDI() { messages.pointee.counters.countPeriodWithLostMIDI() }

  /// The most commands that are handled in a period. Others wait for the next one, as the main
  /// thread can send new ones meanwhile.
  static var mostCommands: Int { @_noLocks @_noAllocation get { 64 } }

  @_noLocks @_noAllocation
  private mutating func handleCommands(at time: FrameTime, period: Int) {
    var count = 0
    while count < Self.mostCommands, let command = messages.pointee.commands.pop() {
      count &+= 1
      if case .play(let notes, let count) = command.action {
        let delay = waitingNotes.delay(of: notes, count: count, period: period)
        play(notes, count: count, after: delay, at: time)
      } else {
        apply(command.action, at: time)
      }
    }
    // There is room for waiting commands.
    if count > 0 { outbox.requestWakeUp() }
  }

  @_noLocks @_noAllocation
  private mutating func apply(_ action: Command.Action, at time: FrameTime) {
    switch action {
    case .play(let notes, let count): play(notes, count: count, after: 0, at: time)
    case .retune(let note, let ratio):
      if !waitingNotes.retune(note, ratio: ratio) { banks.retune(note, ratio: ratio) }
    case .stop(let note):
      if let waiting = waitingNotes.remove(note) { drop(waiting, at: time) }
      if armedNote.isArmed(note) { armedNote.disarm() }
      banks.stop(note)
    case .stopAll:
      while let waiting = waitingNotes.removeNext() { drop(waiting, at: time) }
      armedNote.disarm()
      banks.stopAll()
    case .setLevel(let gain): output.set(gain, isSilent: banks.isSilent)
    case .arm(let note, let arming):
      guard !waitingNotes.arm(note, arming), banks.isHeld(note) else { return }
      armedNote.arm(note, arming)
      // The note sounds at the slider's position from the first frame on.
      updatePitch()
    case .moveSlider(let note, let value, let number):
      guard !waitingNotes.moveSlider(note, to: value, number: number), armedNote.isArmed(note)
      else { return }
      armedNote.move(to: value, number: number, at: time)
      updatePitch()
    case .confirmSlider(let note):
      guard armedNote.isArmed(note) else { return }
      // A released wheel returns to the value at which it was held.
      updatePitch()
      unconfirmed = (note, armedNote.value)
      armedNote.disarm()
      confirmSlider(at: time)
    case .confirm: outbox.send(.confirmed, at: time)
    case .bind(let bindings):
      armedNote.bind(bindings.pointee)
      outbox.send(.returned(UnsafeMutableRawPointer(bindings)), at: time)
    case .resetControls: armedNote.resetControls()
    case .followMotor: armedNote.followMotor(from: time)
    case .install(let voices): banks.install(voices, at: time, sendingTo: &outbox)
    }
  }

  /// Inserts the notes of a passage whose first frame comes after `wait` frames.
  @_noLocks @_noAllocation
  private mutating func play(
    _ notes: UnsafeMutablePointer<PassageNote>, count: Int, after wait: Int, at time: FrameTime
  ) {
    var index = 0
    while index < count {
      if !waitingNotes.insert(notes[index], in: banks.front, after: wait) {
        outbox.send(.refused(notes[index].start.note), at: time)
      }
      index &+= 1
    }
    outbox.send(.returned(UnsafeMutableRawPointer(notes)), at: time)
    // Notes that begin now are there for the next commands.
    beginDueNotes(at: time)
  }

  @_noLocks @_noAllocation
  private mutating func beginDueNotes(at time: FrameTime) {
    while let due = waitingNotes.removeDue() {
      var start = due.note.start
      if let arming = due.note.arming {
        armedNote.arm(start.note, arming)
        if due.isMoved { armedNote.move(to: arming.value, number: arming.number, at: time) }
        start.ratio = armedNote.ratio
      }
      let hasBegun = banks.play(
        start, struck: due.voice, in: due.bank, at: time, sendingTo: &outbox)
      if hasBegun, due.note.isMarked { pulse.begin(at: time) }
      if !hasBegun, armedNote.isArmed(start.note) { armedNote.disarm() }
    }
  }

  /// Ends a note that waited, and does not begin.
  @_noLocks @_noAllocation
  private mutating func drop(_ waiting: WaitingNotes.Due, at time: FrameTime) {
    if let voice = waiting.voice { banks.release(voice, of: waiting.bank) }
    outbox.send(.ended(waiting.note.start.note), at: time)
  }

  /// Handles the messages of a period in which nothing is rendered, as they do not come again.
  @_noLocks @_noAllocation
  private mutating func handleAll(
    _ midi: UnsafeBufferPointer<TimedMIDIMessage>, at time: FrameTime
  ) {
    armedNote.beginPeriod(at: time)
    var index = 0
    while index < midi.count {
      handle(midi[index], at: time.advanced(by: midi[index].offset))
      index &+= 1
    }
    armedNote.report(to: &outbox)
  }

  @_noLocks @_noAllocation
  private mutating func handle(_ timed: TimedMIDIMessage, at time: FrameTime) {
    guard !timed.isEcho else { return armedNote.handleEcho(timed.message, at: time) }
    switch armedNote.handle(timed.message, at: time) {
    case .nothing: break
    case .moved: updatePitch()
    case .silence:
      armedNote.reportPanic(to: &outbox)
      apply(.stopAll, at: time)
    case .intent(let intent):
      let isCommit = if case .commit = intent { true } else { false }
      if isCommit {
        // Without a controlled note there is nothing to commit.
        guard armedNote.isArmed(armedNote.note) else { return }
        // The committed value is the one that sounds: a released wheel returns to the value at
        // which it was held.
        updatePitch()
      }
      // A flood from a broken controller must not displace a note's end.
      let isSent = outbox.sendIfRoom(
        .intent(intent, armedNote.note, value: armedNote.value), at: time)
      if isCommit, isSent { armedNote.disarm() }
    }
  }

  /// Confirms the slider of the committed note once the note sounds at its value. A note that was
  /// stopped meanwhile is not confirmed.
  @_noLocks @_noAllocation
  private mutating func confirmSlider(at time: FrameTime) {
    guard let (note, value) = unconfirmed, !banks.isGliding(note) else { return }
    unconfirmed = nil
    if banks.isHeld(note) { outbox.send(.confirmedSlider(note, value: value), at: time) }
  }

  /// Glides the controlled note to its slider's position.
  @_noLocks @_noAllocation
  private mutating func updatePitch() { banks.retune(armedNote.note, ratio: armedNote.ratio) }
}
