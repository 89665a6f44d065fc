import Charts
import History
import Language
import MainThread
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

  /// The change to another listener, once it has begun, and who that is while it is under way.
  private var changing: Task<Void, Never>?
  private var next: ListenerName??

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
    case .open(.listener) where services.context.global.data != nil:
      view.show(localized("With --data, everybody has the same history."), code: "listener")
    case .open(let name): screens.open(name)
    case .chooseListener(let listener): chooseListener(listener)
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

  // MARK: Another listener

  /// Whose history is shown, or is about to be.
  var listener: ListenerName? { next ?? services.context.listener }

  /// Shows another listener's history as soon as it is there, and not the one that was chosen before, if that is
  /// still to come. If it cannot be opened, everything stays as it is.
  private func chooseListener(_ listener: ListenerName?) {
    cancelChange()
    guard listener != services.context.listener else { return screens.goBack() }
    history.beginChange()
    next = .some(listener)
    changing = Task { [weak self, former = changing] in
      await former?.value
      if !Task.isCancelled { await self?.change(to: listener) }
    }
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

  private func change(to listener: ListenerName?) async {
    do throws(Fault) {
      guard try await services.changeListener(to: listener) else { return }
    } catch {
      guard !Task.isCancelled else { return }
      cancelChange()
      return view.show(error)
    }
    next = nil
    services.history.onNotice = { [view] in view.showNotice($0) }
    history.change(to: services.history)
  }

  /// Another listener's history is not wanted any more. Returns whether one was about to be shown.
  @discardableResult
  func cancelChange() -> Bool {
    guard next != nil else { return false }
    next = nil
    changing?.cancel()
    history.cancelChange()
    return true
  }

  /// Returns when no other listener's history is being opened, or after a while: a file may be locked.
  func changeHasEnded(within limit: Duration = .seconds(2)) async {
    guard let changing else { return }
    let (ended, end) = AsyncStream<Void>.makeStream()
    let waits = [
      Task {
        await changing.value
        end.finish()
      },
      Task {
        try? await ProgramClock.sleep(for: limit)
        end.finish()
      },
    ]
    for await _ in ended {}
    waits[1].cancel()
  }

  /// Fades out everything that sounds. The notes of the first run begin again with the next key.
  func silence() {
    preview.end()
    screens.silence()
    services.link.player?.stopAll()
  }
}
