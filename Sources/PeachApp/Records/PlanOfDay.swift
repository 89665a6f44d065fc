import Charts
import Foundation
import History
import MainThread
import Training

/// The plan of the day, from the records of the days before. Main thread.
final class PlanOfDay {
  /// Called when a plan has been made that was asked for.
  var onPlan: (() -> Void)?

  /// The history, when all of it has been read; `nil` when it is closed.
  var store: TrainingDataStore?

  /// How the figures of skills have changed, in words.
  private(set) var stories: [Skill: String] = [:]

  /// The plan that was made last, and for what; without one if the records could not be read.
  private var made: (basis: (day: Int, settings: CoachSettings), plan: Plan?)?
  private var making: Task<Void, Never>?

  /// The number of the local day.
  nonisolated static var today: Int {
    var days = LocalDays()
    return days.number(of: Scheduling.date)
  }

  /// The plan of today; `nil` until it is known. It is made in the background as soon as it is asked for and all
  /// records have been read.
  func plan(_ settings: CoachSettings) -> Plan? {
    let day = Self.today
    if let made, made.basis == (day, settings) { return made.plan }
    guard making == nil, let store else { return nil }
    making = Task { [weak self] in
      // Nobody waits for it, so it gives way to everything else.
      let read = await WorkThread(named: "peach-coach", niceness: 19).value {
        let read = try? store.skills(before: LocalDays.start(of: day, in: .current), settings)
        return read.map { ($0.history, Coach($0.history, settings, day: day).plan()) }
      }
      guard !Task.isCancelled, let self else { return }
      (making, made) = (nil, ((day, settings), read?.1))
      stories = read.map { Story.endings(in: $0.0) } ?? [:]
      onPlan?()
    }
    return nil
  }

  /// Returns when the plan of today is known, if it can be.
  func reach(_ settings: CoachSettings) async {
    if plan(settings) == nil { await making?.value }
  }

  /// The plan of today, if it has been made.
  var known: Plan? { made?.basis.day == Self.today ? made?.plan : nil }

  /// Records of the days before have changed.
  func forget() {
    making?.cancel()
    (making, made) = (nil, nil)
  }
}
