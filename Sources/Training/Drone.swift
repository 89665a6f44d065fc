import Foundation
import MainThread
import Music

/// The accompaniment that sounds through a whole session, beside whatever a trial plays. Main thread.
///
/// It begins with the session, and goes on while that waits. If a trial asks for other notes, or its notes
/// have another sound or another correction, the drone is begun anew: what sounded fades out, and its
/// successor fades in. What is judged or tuned joins it at a random moment, so the drone itself needs none.
final class Drone {
  private let player: any NotePlayer

  /// What sounds, or is about to.
  private var voices: [NoteRequest] = []
  private var handles: [any PlaybackHandle] = []

  /// The start of the voices.
  private var starting: Task<Void, Never>?

  /// Whether it was silenced for a moment.
  private var isPaused = false

  /// The peak to which its level was fitted: the trial beside it is fitted to the same.
  private var peak = 0.0

  /// The player's ``NotePlayer/soundVersion`` when it began.
  private var soundVersion: Int?

  /// How often it was begun.
  private var beginnings = 0

  /// Whether the first frame of what was begun last has sounded.
  private var isSounding = false

  /// Called once when that frame has sounded.
  private var onSound: (() -> Void)?

  /// Called if it cannot be played: without it a trial is another one.
  var onFailure: ((any Error) -> Void)?

  /// The linear gain of the loudest note of a trial.
  nonisolated static let loudestTarget = pow(10, LoudnessRoving.reach / 20)

  init(player: any NotePlayer) { self.player = player }

  isolated deinit {
    starting?.cancel()
    handles.forEach { $0.stop() }
  }

  var isOn: Bool { !voices.isEmpty }

  /// Another number each time that it begins; `nil` while it is off.
  var version: Int? { isOn ? beginnings : nil }

  /// The sum of the linear gains of what sounds.
  var gain: Double { voices.reduce(0) { $0 + $1.amplitudeDB.gain } }

  /// Lets these voices sound until others do; empty for none.
  func sound(_ voices: [NoteRequest]) {
    if voices == self.voices, !isPaused, voices.isEmpty || player.peak == peak { return }
    let start = isPaused ? Passage.Start.late(Voicing.droneSilence) : .begin
    end()
    guard !voices.isEmpty else { return }
    self.voices = voices
    peak = player.peak
    begin(start)
  }

  /// Begins anew if the notes of a trial, which the player has by now, have another sound, or if only
  /// they are corrected: the interval between them and the drone would be another one than is recorded.
  func followSound() {
    guard !isPaused, !handles.isEmpty, player.soundVersion != soundVersion else { return }
    fade()
    begin(.begin)
  }

  /// Calls `action` when it sounds, at once if it does; instead of what was to be called before.
  ///
  /// - Parameter action: `nil` for nothing.
  func whenSounding(_ action: (() -> Void)?) {
    onSound = nil
    if isSounding { action?() } else { onSound = action }
  }

  /// Fades it out until it is to sound again.
  func pause() {
    guard isOn else { return }
    fade()
    isPaused = true
  }

  /// Fades it out.
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
