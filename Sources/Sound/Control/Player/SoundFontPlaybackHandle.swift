import Music
import Realtime
import Training

/// What a handle does to its note.
extension SoundFontNotePlayer {
  func stop(_ note: NoteID) {
    guard let progress = notes[note], !progress.isStopping else { return }
    notes[note]?.isStopping = true
    _ = sink.send(Command(.stop(note)), isStop: true)
  }

  func retune(_ note: NoteID, to frequency: Frequency) throws {
    let progress = try held(note)
    try check(frequency, in: progress)
    if let slider = progress.slider {
      try moveSlider(of: note, to: slider.value(of: frequency))
    } else {
      try send(.retune(note, ratio: progress.ratio(of: frequency)))
    }
  }

  func arm(_ note: NoteID, with slider: PitchSlider, at value: Double) throws {
    let progress = try held(note)
    for end in [PitchSlider.range.lowerBound, PitchSlider.range.upperBound] {
      try check(slider.frequency(at: end), in: progress)
    }
    let number = progress.sliderNumber &+ 1
    let arming = SliderArming(
      value: value, ratioAtZero: progress.ratio(of: slider.target), reach: slider.reach.rawValue,
      number: number)
    try send(.arm(note, arming))
    notes[note]?.slider = slider
    notes[note]?.sliderNumber = number
  }

  func moveSlider(of note: NoteID, to value: Double) throws {
    let number = try armed(note).sliderNumber &+ 1
    try send(.moveSlider(note, value: value, number: number))
    notes[note]?.sliderNumber = number
  }

  func confirmSlider(of note: NoteID) throws {
    _ = try armed(note)
    try send(.confirmSlider(note))
  }

  private func send(_ action: Command.Action) throws {
    guard sink.send(Command(action), isStop: false) else { throw AudioError.overloaded }
  }

  private func armed(_ note: NoteID) throws -> NoteInProgress {
    let progress = try held(note)
    guard progress.slider != nil else { throw AudioError.noteEnded }
    return progress
  }

  private func held(_ note: NoteID) throws -> NoteInProgress {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard let progress = notes[note], !progress.isStopping else { throw AudioError.noteEnded }
    return progress
  }

  private func check(_ frequency: Frequency, in progress: NoteInProgress) throws {
    try check(frequency)
    let bend = Cents(from: progress.start, to: frequency).rawValue
    guard bend >= Self.bendRange.lowerBound - Self.tolerance,
      bend <= Self.bendRange.upperBound + Self.tolerance
    else { throw AudioError.bendOutOfRange(cents: bend) }
  }
}

/// A note of ``SoundFontNotePlayer`` that sounds until it is stopped. Main thread.
@MainActor
final class SoundFontPlaybackHandle: PlaybackHandle {
  private let player: SoundFontNotePlayer
  private let note: NoteID

  init(player: SoundFontNotePlayer, note: NoteID) {
    self.player = player
    self.note = note
  }

  func stop() { player.stop(note) }

  func adjustFrequency(_ frequency: Frequency) throws { try player.retune(note, to: frequency) }

  func arm(_ slider: PitchSlider, at value: Double) throws {
    try player.arm(note, with: slider, at: value)
  }

  func moveSlider(to value: Double) throws { try player.moveSlider(of: note, to: value) }

  func confirmSlider() throws { try player.confirmSlider(of: note) }

  // Stored with the note, so that they are released when that has ended.
  var onStart: (() -> Void)? {
    get { player.notes[note]?.onStart }
    set {
      player.notes[note]?.onStart = newValue
      if let time = player.notes[note]?.startTime { player.report(at: time) { newValue?() } }
    }
  }

  var onConfirm: ((Double) -> Void)? {
    get { player.notes[note]?.onConfirm }
    set { player.notes[note]?.onConfirm = newValue }
  }

  var onSliderMove: ((Double) -> Void)? {
    get { player.notes[note]?.onSliderMove }
    set { player.notes[note]?.onSliderMove = newValue }
  }

  var onFailure: ((AudioError) -> Void)? {
    get { player.notes[note]?.onFailure }
    set { player.notes[note]?.onFailure = newValue }
  }
}
