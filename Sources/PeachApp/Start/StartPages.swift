import Charts
import Console
import Training

/// Makes the screens of a run from its settings, its history and its profile. Main thread.
final class StartPages {
  private let context: CommandContext
  private let services: TrainingServices
  private let desk: SettingsDesk

  /// - Parameter desk: the settings, which one screen shows whenever they are opened.
  init(_ context: CommandContext, services: TrainingServices, desk: SettingsDesk) {
    self.context = context
    self.services = services
    self.desk = desk
  }

  /// What the start screen shows now.
  var facts: StartFacts {
    let settings = services.settings
    let isRead = services.history.extent == .hearing
    return StartFacts(
      isRead ? profile : nil, intervals: settings.intervals(of: .interval),
      glyphs: context.screenGlyphs
    ) { training in
      TrainingPace(
        trials: settings.sessionTrials(of: training) ?? 0,
        seconds: isRead ? seconds(of: training) : nil)
    }
  }

  private func seconds(of training: TrainingName) -> Double {
    services.history.pace(of: training)
      ?? TrainingPace.assumedSeconds(
        of: training, noteDuration: services.settings.noteDuration.seconds)
  }

  func make(_ name: ScreenName) -> any Screen<ScreenAction> {
    switch name {
    case .profile:
      ProfileScreen(
        profile: profile, days: ProfileDays(services.history.hearing), glyphs: context.screenGlyphs,
        others: { ScreenAction(everywhere: $0) })
    case .settings: settings(at: nil)
    case .output: settings(at: .output)
    case .info:
      TextScreen(
        context.infoFacts(serverAnswers: services.link.stage != nil).text.lines + [""]
          + StartText.about)
    }
  }

  private var profile: ProfileSnapshot {
    ProfileSnapshot(services.history.hearing, noteRange: services.settings.noteRange)
  }

  private func settings(at page: SettingsPage?) -> SettingsDesk {
    desk.open(page)
    return desk
  }
}

extension String {
  fileprivate var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
