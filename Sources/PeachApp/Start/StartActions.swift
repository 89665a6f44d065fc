import Charts
import History
import Language
import MainThread
import Music
import Program
import Settings
import Training

/// What ends the display of the screens.
enum StartChoice {
  case train(TrainingChoice)
  /// The plan of the day.
  case plan(Plan)
  /// Play for the map of the instrument.
  case map
  /// Another listener's start screen follows; `nil` for the usual history.
  case listen(ListenerName?)
  case end(status: Int32)

  /// What is trained first if nothing ever was; `nil` if it is no training.
  var firstTraining: TrainingChoice? {
    switch self {
    case .train(let choice): choice
    case .plan: StartRun.firstTraining
    case .map, .listen, .end: nil
    }
  }
}

/// Does what is asked for while screens are shown, by a screen, a controller or Open Sound Control. What ends
/// the display of the screens is left to the run. Main thread.
final class StartActions {
  /// Called when the output level has been changed, before the level is shown.
  var onLevel: (() -> Void)?

  private let services: TrainingServices
  private let screens: StartScreens
  private let history: StartHistory
  private let preview: SettingPreview
  private let view: StartView

  init(
    _ services: TrainingServices, on screens: StartScreens, _ history: StartHistory,
    preview: SettingPreview, view: StartView
  ) {
    self.services = services
    self.screens = screens
    self.history = history
    self.preview = preview
    self.view = view
  }

  /// Returns what ends the display of the screens, if the action does. What needs the history waits for it.
  ///
  /// - Parameter isNamed: whether the user has named the action, and not just confirmed what was selected.
  func request(_ action: ScreenAction, isNamed: Bool = false) -> StartChoice? {
    history.request(action, isNamed: isNamed).flatMap { perform($0) }
  }

  /// Open Sound Control asks for a training.
  ///
  /// - Parameter text: names it, or is `today` for the plan of the day; `nil` for the last one.
  func requestTraining(named text: String?) -> StartChoice? {
    if text == Plan.nameOfDay { return request(.today, isNamed: true) }
    var training = history.last?.choice ?? TrainingChoice(.comparison, .unison)
    if let text {
      guard let named = NamedTraining(text) else { return nil }
      training = TrainingChoice(named.name, named.kind ?? .unison)
    }
    return request(.train(training), isNamed: text != nil)
  }

  /// Returns what ends the display of the screens, if the action does.
  func perform(_ action: ScreenAction) -> StartChoice? {
    switch action {
    case .train(let choice): return .train(choice)
    case .today: return history.plan.map { .plan($0) }
    case .map: return .map
    case .quit: return .end(status: ExitStatus.success.rawValue)
    case .open(.listener) where services.context.global.data != nil:
      view.show(localized("With --data, everybody has the same history."), code: "listener")
    case .open(let name): screens.open(name)
    case .chooseListener(let listener):
      guard listener == services.context.listener else { return .listen(listener) }
      screens.goBack()
    case .moveListener(let listener, let name): move(listener, to: name)
    case .hearIntervals(let intervals, let presentation):
      let presentation = presentation ?? services.settings.presentation
      if intervals == [.prime], presentation == .melodic {
        preview.begin(.notes)
      } else {
        preview.begin(.intervals, intervals: intervals, presentation)
      }
    case .changeLevel(let change):
      services.settings.changeLevel(change)
      onLevel?()
      view.showLevel(services.settings.outputLevel)
    }
    return nil
  }

  private func move(_ listener: ListenerName, to name: ListenerName?) {
    do {
      let path = try HistoryLocation.move(
        listener, to: name, environment: services.context.environment, now: Scheduling.date)
      if name == nil { view.show(localized("Kept as %@.", path), code: "listenerRemoved") }
    } catch {
      view.show(
        Fault.inputOutput(
          localized(
            "The history of %@ keeps its name: %@", listener.text, error.localizedDescription)))
    }
    screens.goBack()
    screens.open(.listener)
  }

  /// Fades out everything that sounds. The notes of the first run begin again with the next key.
  func silence() {
    preview.end()
    screens.silence()
    services.link.player?.stopAll()
  }
}
