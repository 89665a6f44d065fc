import Music
import Training

/// A note without sound that remembers how it was retuned.
public final class MockPlaybackHandle: PlaybackHandle {
  /// Where the note began, and every pitch that it took since.
  public private(set) var frequencies: [Frequency]
  public private(set) var stopCount = 0

  /// The sliders that moved the note, and where they stood: the one with which it began, and later ones.
  public private(set) var armings: [(slider: PitchSlider, value: Double)] = []

  /// Thrown by every retuning while set.
  public var error: (any Error)?

  public var onSliderMove: ((Double) -> Void)?
  public var onConfirm: ((Double) -> Void)?

  /// Called as soon as it is set if the note has begun, unless ``startsLate``.
  public var onStart: (() -> Void)? { didSet { if hasBegun, !startsLate { onStart?() } } }

  /// Called as soon as it is set if the note is over.
  public var onEnd: ((AudioError?) -> Void)? { didSet { if isOver { onEnd?(failure) } } }

  private var hasBegun = false
  private var isOver = false
  private var failure: AudioError?

  /// Tells the player of the first stop.
  var onStop: (() -> Void)?

  /// The note begins, and confirms its slider, only when a test says so.
  public var startsLate = false
  public var confirmsLate = false

  /// How often the slider was to be confirmed.
  public private(set) var confirmationCount = 0
  private var value = 0.0

  /// Called before the pitch is taken or refused.
  public var onAdjust: ((Frequency) -> Void)?

  public init(frequency: Frequency) { frequencies = [frequency] }

  public var isStopped: Bool { stopCount > 0 }

  public func stop() {
    stopCount += 1
    if stopCount == 1 { onStop?() }
  }

  /// The note begins, moved by a slider if there is one.
  func begin(_ slider: PlacedSlider?) {
    if let slider {
      armings.append((slider.slider, slider.value))
      value = slider.value
    }
    hasBegun = true
    if !startsLate { onStart?() }
  }

  /// A note that starts late begins.
  public func start() {
    startsLate = false
    onStart?()
  }

  /// The note is over.
  func end(_ error: AudioError? = nil) {
    guard !isOver else { return }
    (isOver, failure) = (true, error)
    onEnd?(error)
  }

  public func adjustFrequency(_ frequency: Frequency) throws {
    onAdjust?(frequency)
    if let error { throw error }
    frequencies.append(frequency)
  }

  public func arm(_ slider: PitchSlider, at value: Double) throws {
    if let error { throw error }
    armings.append((slider, value))
    self.value = value
  }

  public func moveSlider(to value: Double) throws {
    guard let slider = armings.last?.slider else { throw AudioError.noteEnded }
    try adjustFrequency(slider.frequency(at: value))
    self.value = value
  }

  public func confirmSlider() throws {
    if let error { throw error }
    confirmationCount += 1
    if !confirmsLate { confirm() }
  }

  /// Answers ``confirmSlider()``.
  public func confirm() { if !isStopped { onConfirm?(value) } }

  /// A hand on MIDI moves the slider.
  public func turnKnob(to value: Double) {
    guard !isStopped else { return }
    self.value = value
    onSliderMove?(value)
  }
}
