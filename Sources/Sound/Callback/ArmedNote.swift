import CResampler
import Realtime

/// The hand, and the note that is in it: its slider, and what the slider's positions sound like.
struct HandledNote: BitwiseCopyable {
  /// What a message comes to.
  enum Outcome: BitwiseCopyable {
    case nothing
    /// The slider has moved, and the pitch follows.
    case moved
    case intent(HandIntent)
  }

  /// How often a slider that moves by itself takes a step, in frames; the voice's glide joins the steps.
  private static var stepFrames: Int { @_noLocks @_noAllocation get { 16 } }

  private var slider: Slider
  private var buttons = Buttons(map: ButtonMap())
  private var bindings = HandBindings()
  private(set) var note = NoteID(0)
  private var ratioAtZero = 1.0
  private var reach = 0.0
  private let secondsPerStep: Double
  private var framesToStep = 0

  /// When the hand last moved it since it was told; `nil` where there is nothing to tell.
  private var movement: FrameTime?

  init(sampleRate: Double) {
    slider = Slider(sampleRate: sampleRate)
    secondsPerStep = Double(Self.stepFrames) / sampleRate
  }

  /// Where the slider stands.
  var value: Double { @_noLocks @_noAllocation get { slider.value } }

  @_noLocks @_noAllocation
  mutating func bind(_ bindings: HandBindings) {
    self.bindings = bindings
    slider.bind(bindings.slider)
    buttons.bind(bindings.buttons)
  }

  @_noLocks @_noAllocation
  mutating func arm(_ note: NoteID, _ arming: SliderArming) {
    self.note = note
    ratioAtZero = arming.ratioAtZero
    reach = arming.reach
    movement = nil
    let wasMoving = slider.isMoving
    slider.arm(at: arming.value)
    if slider.isMoving, !wasMoving { framesToStep = Self.stepFrames }
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

  /// Puts the slider somewhere. This is told, too: whoever asked for it may have heard of an earlier
  /// movement of the hand meanwhile.
  @_noLocks @_noAllocation
  mutating func move(to value: Double, at time: FrameTime) {
    slider.move(to: value)
    movement = time
  }

  /// Takes a message in.
  @_noLocks @_noAllocation
  mutating func take(_ message: MIDIMessage, at time: FrameTime) -> Outcome {
    guard bindings.listens(to: message) else { return .nothing }
    if let intent = buttons.take(message) { return .intent(intent) }
    let wasMoving = slider.isMoving
    let outcome = slider.take(message, at: time)
    if slider.isMoving, !wasMoving { framesToStep = Self.stepFrames }
    switch outcome {
    case .nothing: return .nothing
    case .moved:
      movement = time
      return .moved
    case .released: return .intent(.commit)
    }
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
