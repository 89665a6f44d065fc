import Music
import Realtime
import Training

/// What a handle does to its note.
extension SoundFontNotePlayer {
  func stop(_ note: NoteID) {
    guard let progress = room.notes[note], !progress.isStopping else { return }
    room.notes[note]?.isStopping = true
    sink.send(Command(.stop(note)))
  }

  func retune(_ note: NoteID, to frequency: Frequency) throws {
    let progress = try held(note)
    try check(frequency, from: progress.start)
    if let slider = progress.slider {
      try moveSlider(of: note, to: slider.value(of: frequency))
    } else {
      sink.send(Command(.retune(note, ratio: progress.ratio(of: frequency))))
    }
  }

  func arm(_ note: NoteID, with slider: PitchSlider, at value: Double) throws {
    let progress = try held(note)
    try check(slider, from: progress.start)
    sink.send(Command(.arm(note, progress.nextArming(slider, at: value))))
    room.notes[note]?.arm(slider)
  }

  func moveSlider(of note: NoteID, to value: Double) throws {
    let progress = try armed(note)
    guard progress.canBeMoved else { return }
    let number = progress.sliderNumber &+ 1
    sink.send(Command(.moveSlider(note, value: value, number: number)))
    room.notes[note]?.sliderNumber = number
  }

  func confirmSlider(of note: NoteID) throws {
    _ = try armed(note)
    sink.send(Command(.confirmSlider(note)))
  }

  private func armed(_ note: NoteID) throws -> NoteInProgress {
    let progress = try held(note)
    guard progress.slider != nil else { throw AudioError.noteEnded }
    return progress
  }

  private func held(_ note: NoteID) throws -> NoteInProgress {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard let progress = room.notes[note], !progress.isStopping else { throw AudioError.noteEnded }
    return progress
  }

  /// - Throws: ``AudioError`` if a note that began at `start` cannot reach both ends of the slider.
  func check(_ slider: PitchSlider, from start: Frequency) throws {
    for end in [PitchSlider.range.lowerBound, PitchSlider.range.upperBound] {
      try check(slider.frequency(at: end), from: start)
    }
  }

  private func check(_ frequency: Frequency, from start: Frequency) throws {
    try check(frequency)
    let bend = Cents(from: start, to: frequency).rawValue
    guard bend >= Self.bendRange.lowerBound - Self.tolerance,
      bend <= Self.bendRange.upperBound + Self.tolerance
    else { throw AudioError.bendOutOfRange(cents: bend) }
  }
}

/// A note of a passage of ``SoundFontNotePlayer``. Main thread.
@MainActor
final class SoundFontPlaybackHandle: PlaybackHandle {
  private let player: SoundFontNotePlayer
  private let note: NoteID
  private let reports: NoteReports

  init(player: SoundFontNotePlayer, note: NoteID, reports: NoteReports) {
    self.player = player
    self.note = note
    self.reports = reports
  }

  func stop() { player.stop(note) }

  func adjustFrequency(_ frequency: Frequency) throws { try player.retune(note, to: frequency) }

  func arm(_ slider: PitchSlider, at value: Double) throws {
    try player.arm(note, with: slider, at: value)
  }

  func moveSlider(to value: Double) throws { try player.moveSlider(of: note, to: value) }

  func confirmSlider() throws { try player.confirmSlider(of: note) }

  var onStart: (() -> Void)? {
    get { reports.onStart }
    set {
      reports.onStart = newValue
      if let time = reports.startTime { player.report(at: time) { newValue?() } }
    }
  }

  var onEnd: ((AudioError?) -> Void)? {
    get { reports.onEnd }
    set { reports.onEnd = newValue }
  }

  var onConfirm: ((Double) -> Void)? {
    get { reports.onConfirm }
    set { reports.onConfirm = newValue }
  }

  var onSliderMove: ((Double) -> Void)? {
    get { reports.onSliderMove }
    set { reports.onSliderMove = newValue }
  }
}
