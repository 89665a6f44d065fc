import Music
import OSC
import Training

/// Comparisons for those who listen by Open Sound Control. Nothing tells the answer before it is given.
final class ComparisonRemoteView: ComparisonView {
  private static let training = OSCArgument.string(TrainingName.comparison.rawValue)
  private let remote: RemoteControl
  private var index = 0

  init(_ remote: RemoteControl) { self.remote = remote }

  func comparisonPosed(_ challenge: PosedComparison) {
    index = challenge.index
    remote.send(
      OSCMessage(
        "/peach/trial", Self.training, .int(Int32(clamping: index)),
        .int(Int32(challenge.comparison.referenceNote.rawValue)),
        .string(challenge.comparison.interval.description),
        .string(challenge.tuningSystem.identifier)))
  }

  func comparisonStateChanged(to state: ComparisonState) {
    remote.send(OSCMessage("/peach/state", Self.training, .string(state.rawValue)))
  }

  func comparisonCompleted(_ completed: CompletedComparison) {
    remote.send(
      OSCMessage(
        "/peach/result", Self.training, .int(Int32(clamping: index)),
        .int(completed.isCorrect ? 1 : 0), .int(completed.answeredHigher ? 1 : 0),
        .float(Float(completed.comparison.centOffset.rawValue))))
  }

  func comparisonSessionStopped(_ reason: StopReason) {}
}
