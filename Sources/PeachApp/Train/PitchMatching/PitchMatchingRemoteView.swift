import Music
import OSC
import Training

/// Pitch matchings for those who listen by Open Sound Control. Nothing tells the target before a pitch is
/// committed.
final class PitchMatchingRemoteView: PitchMatchingView {
  private static let training = OSCArgument.string(TrainingName.matching.rawValue)
  private let remote: RemoteControl
  private var index = 0

  init(_ remote: RemoteControl) { self.remote = remote }

  func pitchMatchingPosed(_ posed: PosedPitchMatching) {
    index = posed.index
    remote.send(
      OSCMessage(
        "/peach/trial", Self.training, .int(Int32(clamping: index)),
        .int(Int32(posed.challenge.referenceNote.rawValue)),
        .string(posed.challenge.interval.description),
        .string(posed.tuningSystem.identifier)))
  }

  func pitchMatchingStateChanged(to state: PitchMatchingState) {
    // Where a fader counts from, whatever the offset is.
    if state == .playingTunable { remote.send(OSCMessage("/peach/slider", .float(0))) }
    remote.send(OSCMessage("/peach/state", Self.training, .string(state.rawValue)))
  }

  func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    remote.send(
      OSCMessage(
        "/peach/result", Self.training, .int(Int32(clamping: index)),
        .float(Float(completed.userCentError.rawValue)),
        .float(Float(completed.challenge.initialCentOffset.rawValue))))
  }

  func pitchMatchingSessionStopped(_ reason: StopReason) {}
}
