import MainThread
import Program
import Sound

/// Which notices about the input are due: each when it begins, and not too often. A value that knows no clock: its
/// time is that of the input.
package struct InputNoticeWatch {
  /// The ports that are connected to the input; `nil` if that is not known yet.
  package var sources: [String]?

  /// Whether a note is being played that does not count if a part of it is lost.
  private let lossesVoidNote: Bool

  private var isSilent = false
  private var lastClipping = -Double.infinity
  private var lastLoss = -Double.infinity
  private var unsaidLosses = 0

  /// The shortest time between two notices of the same kind, in seconds of input.
  private static let pause = 5.0

  package init(lossesVoidNote: Bool = false) { self.lossesVoidNote = lossesVoidNote }

  package mutating func notices(of health: InputHealth) -> [Notice] {
    let time = health.time
    invariant(lastClipping <= time && lastLoss <= time, "the time of an input goes on")
    var notices: [Notice] = []
    // Without a connection it is silent in any case, and that is said in another way.
    let isSilent = health.isSilent && sources?.isEmpty == false
    if isSilent != self.isSilent {
      if isSilent {
        notices.append(.noSignal(sources: sources ?? []))
      } else if !health.isSilent {
        notices.append(.signal)
      }
      self.isSilent = isSilent
    }
    if health.isClipping, time - lastClipping >= Self.pause {
      lastClipping = time
      notices.append(.clipping)
    }
    // Losses do not matter while nothing is connected.
    if sources?.isEmpty != true { unsaidLosses += health.overruns + health.cuts }
    if unsaidLosses > 0, time - lastLoss >= Self.pause {
      lastLoss = time
      notices.append(.inputLost(count: unsaidLosses, voidsNote: lossesVoidNote))
      unsaidLosses = 0
    }
    return notices
  }
}
