import CResampler
import Realtime

/// The note that MIDI controls: its slider, and the pitch for each of the slider's positions.
struct ArmedNote: BitwiseCopyable {
  /// The effect of a message.
  enum Outcome: BitwiseCopyable {
    case nothing
    /// The slider has moved, and the pitch follows.
    case moved
    /// Silence is demanded, which is reported, too.
    case silence
    case intent(ControlIntent)
  }

  /// The frames between the steps of a slider that moves by itself; the voice's glide joins the
  /// steps.
  private static var stepFrames: Int { @_noLocks @_noAllocation get { 16 } }

  private var slider: Slider
  private var buttons: Buttons
  private var bindings = ControlBindings()
  private(set) var note = NoteID(0)
  private var ratioAtZero = 1.0
  private var reach = 0.0
  private let secondsPerStep: Double
  private var framesToStep = 0

  /// The number of the last command that placed or moved the slider.
  private var number: UInt32 = 0

  /// The time of the slider's last movement since the last report; `nil` if there is nothing to
  /// report.
  private var movement: FrameTime?

  /// The position of the control of the output level, if it has moved since the last report.
  private var level: (position: Double, time: FrameTime)?

  private var panic: Panic

  /// The time of a demand for silence; `nil` if there is nothing to report.
  private var panicTime: FrameTime?

  /// True if a demand for silence was reported in this period: a sequencer sends it on every
  /// channel.
  private var isPanicReported = false

  init(sampleRate: Double) {
    panic = Panic(sampleRate: sampleRate)
    slider = Slider(sampleRate: sampleRate)
    buttons = Buttons(map: ButtonMap(), sampleRate: sampleRate)
    secondsPerStep = Double(Self.stepFrames) / sampleRate
  }

  /// The slider's position.
  var value: Double { @_noLocks @_noAllocation get { slider.value } }

  @_noLocks @_noAllocation
  mutating func bind(_ bindings: ControlBindings) {
    self.bindings = bindings
    slider.bind(bindings.slider)
    buttons.bind(bindings.buttons)
  }

  @_noLocks @_noAllocation
  mutating func arm(_ note: NoteID, _ arming: SliderArming) {
    self.note = note
    ratioAtZero = arming.ratioAtZero
    reach = arming.reach
    number = arming.number
    movement = nil
    let wasMoving = slider.isMoving
    slider.arm(at: arming.value)
    if slider.isMoving, !wasMoving { framesToStep = Self.stepFrames }
  }

  /// True if MIDI controls this note.
  @_noLocks @_noAllocation
  func isArmed(_ note: NoteID) -> Bool { slider.isArmed && self.note.rawValue == note.rawValue }

  @_noLocks @_noAllocation
  mutating func disarm() {
    slider.disarm()
    movement = nil
  }

  /// Releases everything that is held on the controls; the note stays where it is.
  @_noLocks @_noAllocation
  mutating func resetControls() {
    slider.reset()
    buttons.reset()
  }

  /// Ignores movement while a motor moves the control that tunes; keys and pedals stay held.
  @_noLocks @_noAllocation
  mutating func followMotor(from time: FrameTime) { slider.followMotor(from: time) }

  /// Begins a period: ends the wait for a motor that has arrived, releases a wheel that has been
  /// silent for too long, and lets ``Panic`` expire.
  @_noLocks @_noAllocation
  mutating func beginPeriod(at time: FrameTime) {
    let wasMoving = slider.isMoving
    slider.releaseMotor(at: time)
    if slider.isMoving, !wasMoving { framesToStep = Self.stepFrames }
    slider.releaseSilentWheel(at: time)
    panic.expire(at: time)
  }

  /// The resampler's relative ratio at the slider's position.
  var ratio: Double {
    @_noLocks @_noAllocation
    get { ratioAtZero * resampler_ratio(slider.value * reach) }
  }

  /// Moves the slider, by a command of that number. This is reported, too, as the sender ignores
  /// reports with an earlier number, such as those of an earlier movement by MIDI.
  @_noLocks @_noAllocation
  mutating func move(to value: Double, number: UInt32, at time: FrameTime) {
    slider.move(to: value)
    self.number = number
    movement = time
  }

  /// Handles a message.
  @_noLocks @_noAllocation
  mutating func handle(_ message: MIDIMessage, at time: FrameTime) -> Outcome {
    guard bindings.listens(to: message) else { return .nothing }
    if message.resetsControls { resetControls() }
    if panic.isDemanded(by: message, at: time) {
      if !isPanicReported { panicTime = time }
      return .silence
    }
    if case .controlChange(_, let controller, let value) = message,
      controller == bindings.levelController
    {
      level = (Double(value) / 127, time)
      return .nothing
    }
    if let intent = buttons.handle(message, at: time) { return .intent(intent) }
    let wasMoving = slider.isMoving
    let outcome = slider.handle(message, at: time)
    if slider.isMoving, !wasMoving { framesToStep = Self.stepFrames }
    switch outcome {
    case .nothing: return .nothing
    case .moved:
      movement = time
      return .moved
    case .released: return .intent(.commit)
    }
  }

  /// Handles a message that may be the echo of one that was sent; it neither moves the slider nor
  /// is a request.
  @_noLocks @_noAllocation
  mutating func handleEcho(_ message: MIDIMessage, at time: FrameTime) {
    guard bindings.listens(to: message) else { return }
    buttons.handleEcho(message)
    slider.handleEcho(message, at: time)
    // "All notes off" may belong to this release.
    if case .noteOff = message { _ = panic.isDemanded(by: message, at: time) }
  }

  /// The frames until the slider's next step by itself; `nil` if it rests.
  var framesUntilStep: Int? {
    @_noLocks @_noAllocation
    mutating get { slider.isMoving ? framesToStep : nil }
  }

  /// Advances by `frames`, which end at `time` and do not pass the next step; returns true if the
  /// pitch changes.
  @_noLocks @_noAllocation
  mutating func advance(_ frames: Int, until time: FrameTime) -> Bool {
    guard slider.isMoving else { return false }
    framesToStep &-= frames
    guard framesToStep <= 0 else { return false }
    framesToStep = Self.stepFrames
    let hasMoved = slider.advance(seconds: secondsPerStep)
    if hasMoved { movement = time }
    slider.releaseSilentWheel(at: time)
    return hasMoved
  }

  /// Reports a demand for silence, before the notes end because of it. If there is no room, the
  /// report follows at the end of a period.
  @_noLocks @_noAllocation
  mutating func reportPanic(to outbox: inout Outbox) {
    guard let time = panicTime, outbox.sendIfRoom(.panic, at: time) else { return }
    panicTime = nil
    isPanicReported = true
  }

  /// Reports the last movements of the slider and of the output level, at the end of each period.
  /// If there is no room, the report follows in the next one.
  @_noLocks @_noAllocation
  mutating func report(to outbox: inout Outbox) {
    reportPanic(to: &outbox)
    isPanicReported = false
    if let (position, time) = level, outbox.sendIfRoom(.level(position), at: time) { level = nil }
    guard let time = movement else { return }
    if outbox.sendIfRoom(.slider(note, value: slider.value, number: number), at: time) {
      movement = nil
    }
  }
}
