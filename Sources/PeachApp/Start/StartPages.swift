import Charts
import Console
import History
import Program
import Training

/// Makes the screens of a run from its settings, its history and its profile. Main thread.
final class StartPages {
  private let context: CommandContext
  private let services: TrainingServices
  private let settingsController: SettingsController

  /// - Parameter settingsController: the screen of the settings, which is the same at each opening.
  init(
    _ context: CommandContext, services: TrainingServices, settingsController: SettingsController
  ) {
    self.context = context
    self.services = services
    self.settingsController = settingsController
  }

  /// The present facts for the start screen.
  var facts: StartFacts {
    let settings = services.settings
    let isRead = services.history.extent == .hearing
    var facts = StartFacts(
      isRead ? profile : nil, intervals: settings.intervals(of: .interval),
      presentation: settings.presentation,
      glyphs: context.screenGlyphs
    ) { training in
      TrainingPace(
        trials: settings.sessionTrials(of: training) ?? 0,
        seconds: isRead ? seconds(of: training) : nil)
    }
    facts.stories = services.history.planOfDay.stories
    facts.plan = services.history.planOfDay.plan(settings.coach)
    facts.isPlanDone = services.history.day.map { $0.answers.hasDone($0.plan) } ?? false
    if !context.listeners.isEmpty { facts.listener = ListenerScreen.name(of: context.listener) }
    return facts
  }

  private func seconds(of training: TrainingName) -> Double {
    services.history.pace(of: training)
      ?? training.assumedSeconds(
        noteDuration: services.settings.noteDuration.seconds,
        feedbackTime: services.settings.feedbackTime)
  }

  func make(_ name: ScreenName) -> any Screen<ScreenAction> {
    switch name {
    case .profile: profileScreen
    case .settings: settings(at: nil)
    case .player: settings(at: .player)
    case .output: settings(at: .output)
    case .listener:
      ListenerScreen(
        context.listeners, chosen: self.context.listener, glyphs: context.screenGlyphs)
    case .info:
      TextScreen(
        context.infoFacts(serverAnswers: services.link.client != nil).text.lines + [""]
          + StartText.about)
    }
  }

  /// The profile of the presentation in the settings, and of the other one if it has results.
  private var profileScreen: ProfileScreen<ScreenAction> {
    let hearing = services.history.hearing
    let set = services.settings.presentation
    // Empty pictures would hide the results of the other presentation.
    let presentation =
      hearing.hasResults(set) ? set : Presentation.allCases.first { hearing.hasResults($0) } ?? set
    let other = Presentation.allCases.first { $0 != presentation && hearing.hasResults($0) }
    return ProfileScreen(
      profile: snapshot(of: presentation), days: ProfileDays(hearing, presentation: presentation),
      other: other.map {
        (profile: snapshot(of: $0), days: ProfileDays(hearing, presentation: $0))
      },
      glyphs: context.screenGlyphs, others: { ScreenAction(everywhere: $0) })
  }

  private var profile: ProfileSnapshot { snapshot(of: services.settings.presentation) }

  private func snapshot(of presentation: Presentation) -> ProfileSnapshot {
    ProfileSnapshot(
      services.history.hearing, noteRange: services.settings.noteRange, presentation: presentation,
      sound: services.settings.soundSource)
  }

  private func settings(at page: SettingsPage?) -> SettingsController {
    settingsController.open(page)
    return settingsController
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
