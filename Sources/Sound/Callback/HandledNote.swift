import CResampler
import Realtime

/// The note that is in the hand: its slider, and what the slider's positions sound like.
struct HandledNote: BitwiseCopyable {
  /// How often a slider that moves by itself takes a step, in frames; the voice's glide joins the steps.
  private static var stepFrames: Int { @_noLocks @_noAllocation get { 16 } }

  private(set) var slider = Slider()
  private(set) var note = NoteID(0)
  private var ratioAtZero = 1.0
  private var reach = 0.0
  private let secondsPerStep: Double
  private var framesToStep = 0

  /// When the hand last moved it since it was told; `nil` where there is nothing to tell.
  private var movement: FrameTime?

  init(sampleRate: Double) { secondsPerStep = Double(Self.stepFrames) / sampleRate }

  @_noLocks @_noAllocation
  mutating func bind(_ bindings: SliderBindings) { slider.bind(bindings) }

  @_noLocks @_noAllocation
  mutating func arm(_ note: NoteID, _ arming: SliderArming) {
    self.note = note
    ratioAtZero = arming.ratioAtZero
    reach = arming.reach
    movement = nil
    slider.arm(at: arming.value)
  }

  /// Whether it is this note that the hand holds.
  @_noLocks @_noAllocation
  func holds(_ note: NoteID) -> Bool { slider.isArmed && self.note.rawValue == note.rawValue }

  @_noLocks @_noAllocation
  mutating func letGo() {
    slider.disarm()
    movement = nil
  }

  /// The resampler's relative ratio where the slider stands.
  var ratio: Double {
    @_noLocks @_noAllocation
    get { ratioAtZero * resampler_ratio(slider.value * reach) }
  }

  @_noLocks @_noAllocation
  mutating func move(to value: Double) { slider.move(to: value) }

  /// Takes a message in; returns whether the pitch changes.
  @_noLocks @_noAllocation
  mutating func take(_ message: MIDIMessage, at time: FrameTime) -> Bool {
    let wasMoving = slider.isMoving
    let hasMoved = slider.take(message)
    if slider.isMoving, !wasMoving { framesToStep = Self.stepFrames }
    if hasMoved { movement = time }
    return hasMoved
  }

  /// The frames until the slider takes a step by itself, `nil` where it rests.
  var framesUntilStep: Int? {
    @_noLocks @_noAllocation
    get { slider.isMoving ? framesToStep : nil }
  }

  /// Lets time pass, no more than to the next step, which ends at `time`; returns whether the pitch
  /// changes.
  @_noLocks @_noAllocation
  mutating func pass(_ frames: Int, until time: FrameTime) -> Bool {
    guard slider.isMoving else { return false }
    framesToStep &-= frames
    guard framesToStep <= 0 else { return false }
    framesToStep = Self.stepFrames
    let hasMoved = slider.advance(seconds: secondsPerStep)
    if hasMoved { movement = time }
    return hasMoved
  }

  /// Tells where the hand has moved the slider since it was last told; what finds no room is told with
  /// the next period.
  @_noLocks @_noAllocation
  mutating func report(to outbox: inout Outbox) {
    guard let time = movement else { return }
    if outbox.mention(.slider(note, value: slider.value), at: time) { movement = nil }
  }
}
