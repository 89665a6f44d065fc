import Music
import Realtime
import Training

extension SoundFontNotePlayer {
  /// From now on these MIDI controls move the note in the hand, answer and commit.
  ///
  /// - Throws: `AudioError` where there is no engine or it does not take commands fast enough.
  public func bind(_ bindings: ControlBindings) throws {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard sink.send(Command(.bind(bindings)), isStop: false) else { throw AudioError.overloaded }
  }
}

/// What a handle asks for.
extension SoundFontNotePlayer {
  /// What an offset computed through hertz may be off by, in cents.
  private static let tolerance = 1e-6

  func stop(_ note: NoteID) {
    guard let progress = notes[note], !progress.isStopping else { return }
    notes[note]?.isStopping = true
    _ = sink.send(Command(.stop(note)), isStop: true)
  }

  func retune(_ note: NoteID, to frequency: Frequency) throws {
    let progress = try held(note)
    try check(frequency, in: progress)
    let action: Command.Action =
      if let slider = progress.slider {
        .moveSlider(note, value: slider.value(of: frequency))
      } else {
        .retune(note, ratio: progress.ratio(of: frequency))
      }
    guard sink.send(Command(action), isStop: false) else { throw AudioError.overloaded }
  }

  func arm(_ note: NoteID, with slider: PitchSlider, at value: Double) throws {
    let progress = try held(note)
    for end in [PitchSlider.range.lowerBound, PitchSlider.range.upperBound] {
      try check(slider.frequency(at: end), in: progress)
    }
    let arming = SliderArming(
      value: value, ratioAtZero: progress.ratio(of: slider.target), reach: slider.reach.rawValue)
    guard sink.send(Command(.arm(note, arming)), isStop: false) else {
      throw AudioError.overloaded
    }
    notes[note]?.slider = slider
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
