import Training

/// What shows a run of training: its mode, the controllers, and Open Sound Control if that is on. Main
/// thread.
struct RunViews {
  let mode: any OutputMode
  let remote: OSCMode?
  private let controllers: any OutputMode
  private let context: CommandContext

  init(of training: TrainingName, _ services: TrainingServices) {
    mode = services.mode(of: training)
    remote = services.remote.map { OSCMode(training, $0) }
    controllers = services.feedback
    context = services.context
  }

  /// All that show the training.
  var all: [any OutputMode] {
    guard let remote else { return [mode, controllers] }
    return [mode, remote, controllers]
  }

  /// Shows a notice, and writes what follows it.
  func show(_ notice: Notice) {
    mode.showNotice(notice)
    context.showLines(of: notice)
  }

  /// Shows that the sound leaves few notes to draw trials from.
  func show(_ notes: UsableNotes, on link: ServerLink) {
    guard let sound = link.stage?.player.soundingSource else { return }
    mode.showNotice(
      .fewNotes(
        sound.description, named: sound.knownName(in: link.library), count: notes.count,
        of: notes.possibleCount))
  }

  /// Shows what a user may not expect of these settings.
  func showPeculiarities(of settings: any UserSettings, in training: TrainingName) {
    mode.showMapping(of: settings.intervals, in: settings.tuningSystem)
    mode.showMissingDrone(settings, in: training)
  }

  /// Shows that the training is interrupted; the mode learns of it from the link.
  func showInterrupted(trials: Int) {
    remote?.showStopped(.interrupted, trials: trials)
    controllers.showStopped(.interrupted, trials: trials)
  }

  /// Shows that the run has ended, and why.
  func show(_ ending: Ending, trials: Int) {
    if case .error(let fault) = ending {
      mode.showFault(fault)
      // An event that tells that events cannot be written does not arrive.
      if case .output = fault, context.global.json {
        context.messages.writeMessage(fault.message)
      }
    }
    for mode in all { mode.showStopped(ending, trials: trials) }
  }
}
