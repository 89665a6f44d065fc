import Charts
import Client
import Console
import Language
import Music
import Training

/// One of the ways to show a run of training: on a terminal's stage, as lines, as JSON, or by Open Sound
/// Control. It sees rendered values only, whichever training they are from. Main thread.
///
/// The verdict on an answer comes at once, its result after the store has it.
@MainActor
protocol OutputMode: LinkView {
  func show(_ trial: ShownTrial)
  func show(_ state: ShownState)
  func show(_ result: ShownResult)

  /// The answer that was just given, before it is stored. What is said of it as a result follows.
  func showVerdict(_ result: ShownResult)

  /// The answer that was shown last counts no more.
  func show(_ withdrawal: ShownWithdrawal)

  /// The trial that was shown last is void.
  func show(_ discard: ShownDiscard)

  /// The note that was heard gives no result; listening goes on.
  func show(_ miss: ShownMiss)

  /// The scene on the stage has changed, and nothing else has.
  func show(_ scene: TrialScene)

  /// A session with results has ended.
  func show(_ summary: ShownSummary)

  /// The same for people.
  func show(_ page: ClosingPage)

  /// A plan has ended.
  func show(_ page: PlanPage)

  /// Everything sounds at another level now.
  func showLevel(_ level: AmplitudeDB)

  /// A block of a plan follows.
  func show(_ step: PlanStep)

  /// Asks the user something before the training begins.
  func ask(_ question: String)

  /// Shows what the keys do, over the training, or the commands as lines.
  func showHelp()

  /// Passes a key to the help that covers the training. One that scrolls nothing closes it.
  func handleInHelp(_ key: Key)

  /// Shows where the sound can go, over the training; `nil` ends that.
  func show(_ outputs: OutputScreen?)

  /// Whether something covers the training, so that nothing can be answered.
  var isCovered: Bool { get }

  /// The terminal has another size now.
  func redraw()
}

/// Defaults for modes that have nothing to show.
extension OutputMode {
  var isCovered: Bool { false }
  func show(_: ShownTrial) {}
  func show(_: ShownState) {}
  func show(_: ShownResult) {}
  func showVerdict(_: ShownResult) {}
  func show(_: ShownWithdrawal) {}
  func show(_: ShownDiscard) {}
  func show(_: TrialScene) {}
  func show(_: ShownMiss) {}
  func show(_: ShownSummary) {}
  func show(_: ClosingPage) {}
  func show(_: PlanPage) {}
  func showLevel(_: AmplitudeDB) {}
  func show(_: PlanStep) {}
  func ask(_: String) {}
  func showHelp() {}
  func handleInHelp(_: Key) {}
  func show(_: OutputScreen?) {}
  func redraw() {}
}
