import Foundation
import MainThread
import Music

/// The accompaniment that sounds through a whole session, beside the notes of the trials. Main
/// thread.
///
/// It begins with the session, and continues while that waits. If a trial needs other notes, or its
/// notes have another sound or another correction, the drone begins again: the old one fades out,
/// and the new one fades in. The note that is judged or tuned joins it at a random moment, so the
/// drone itself needs no random delay.
final class Drone {
  private let player: any NotePlayer
  private var voices: [NoteRequest] = []
  private var handles: [any PlaybackHandle] = []
  private var starting: Task<Void, Never>?

  /// True if it was silenced for a moment.
  private var isPaused = false

  /// The peak to which its level was fitted: the trial beside it is fitted to the same.
  private var peak = 0.0

  private var soundVersion: Int?

  /// The number of beginnings so far.
  private var beginnings = 0

  /// True if the first frame since the last beginning has sounded.
  private var isSounding = false

  /// Called once when that frame has sounded.
  private var onSound: (() -> Void)?

  /// Called if it cannot be played: without it the trial would be a different one.
  var onFailure: ((any Error) -> Void)?

  nonisolated static let loudestTarget = pow(10, LoudnessRoving.reach / 20)

  init(player: any NotePlayer) { self.player = player }

  isolated deinit {
    starting?.cancel()
    handles.forEach { $0.stop() }
  }

  var isOn: Bool { !voices.isEmpty }

  /// A number that changes whenever it begins; `nil` while it is off.
  var version: Int? { isOn ? beginnings : nil }

  /// The sum of the linear gains of its notes.
  var gain: Double { voices.reduce(0) { $0 + $1.amplitudeDB.gain } }

  /// Lets these voices sound until others replace them; empty for none.
  func sound(_ voices: [NoteRequest]) {
    if voices == self.voices, !isPaused, voices.isEmpty || player.peak == peak { return }
    let start = isPaused ? Passage.Start.late(Voicing.droneSilence) : .begin
    end()
    guard !voices.isEmpty else { return }
    self.voices = voices
    peak = player.peak
    begin(start)
  }

  /// Begins again if the notes of a trial, which the player has by now, have another sound or
  /// correction: their interval from the drone would differ from the recorded one.
  func followSound() {
    guard !isPaused, !handles.isEmpty, player.soundVersion != soundVersion else { return }
    fade()
    begin(.begin)
  }

  /// Calls `action` when the drone sounds, at once if it does, in place of an earlier action.
  func whenSounding(_ action: (() -> Void)?) {
    onSound = nil
    if isSounding { action?() } else { onSound = action }
  }

  /// Fades out until it has to sound again.
  func pause() {
    guard isOn else { return }
    fade()
    isPaused = true
  }

  func end() {
    fade()
    voices = []
    isPaused = false
  }

  private func begin(_ start: Passage.Start) {
    beginnings += 1
    let beginning = beginnings
    let passage = Passage(
      voices.map { Passage.Note($0, start: start, duration: nil, isMarked: false) }
    )
    .fitting(peak: peak, beside: Self.loudestTarget)
    starting = Task { [weak self, player] in
      do {
        try Task.checkCancellation()
        let handles = try await player.play(passage)
        guard let self, !Task.isCancelled else { return handles.forEach { $0.stop() } }
        invariant(handles.count == voices.count && !isPaused, "each voice of a drone sounds")
        self.handles = handles
        soundVersion = player.soundVersion
        // They begin in the same frame.
        handles.first?.onStart = { [weak self] in self?.soundBegan(beginning) }
      } catch {
        if !Task.isCancelled { self?.onFailure?(error) }
      }
    }
  }

  private func soundBegan(_ beginning: Int) {
    guard beginning == beginnings else { return }
    isSounding = true
    let action = onSound
    onSound = nil
    action?()
  }

  private func fade() {
    isSounding = false
    starting?.cancel()
    starting = nil
    handles.forEach { $0.stop() }
    handles = []
  }
}
