import Charts
import History
import Music
import Settings
import Training

/// What ends the display of the screens.
enum StartChoice {
  case train(TrainingChoice)
  case end(status: Int32)
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

  /// The change to another listener, while it is under way.
  private var changing: Task<Void, Never>?

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
  /// - Parameter text: names it; `nil` for the last one.
  func requestTraining(named text: String?) -> StartChoice? {
    var training = history.last ?? TrainingChoice(.comparison, .unison)
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
    case .quit: return .end(status: ExitStatus.success.rawValue)
    case .open(let name): screens.open(name)
    case .chooseListener(let listener): chooseListener(listener)
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

  /// Shows another listener's history as soon as it is there. If that is impossible, everything stays as it is.
  private func chooseListener(_ listener: ListenerName?) {
    guard changing == nil else { return }
    history.beginChange()
    changing = Task { [weak self] in
      await self?.change(to: listener)
      self?.changing = nil
    }
  }

  private func change(to listener: ListenerName?) async {
    do throws(Fault) {
      try await services.changeListener(to: listener)
    } catch {
      history.cancelChange()
      return view.show(error)
    }
    services.history.onNotice = { [view] in view.showNotice($0) }
    history.change(to: services.history)
  }

  /// Returns when no other listener's history is about to be shown.
  func changeHasEnded() async { await changing?.value }

  /// Fades out everything that sounds. The notes of the first run begin again with the next key.
  func silence() {
    preview.end()
    screens.silence()
    services.link.player?.stopAll()
  }
}
