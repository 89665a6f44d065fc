import Charts
import Foundation
import History
import MainThread
import Training

/// Makes the plan of the day from the records of the days before. Main thread.
final class PlanOfDay {
  /// Called when a plan has been made.
  var onPlan: (() -> Void)?

  /// The history, when all of it has been read; `nil` when it is closed.
  var store: TrainingDataStore?

  /// The changes of the figures of skills, in words.
  private(set) var stories: [Skill: String] = [:]

  /// The last plan, with its day and settings; without one if the records could not be read.
  private var made: (basis: (day: Int, settings: CoachSettings), plan: Plan?)?
  private var making: Task<Void, Never>?

  /// The number of the local day.
  nonisolated static var today: Int {
    var days = LocalDays()
    return days.number(of: Scheduling.date)
  }

  /// Returns the plan of today; `nil` until it is known. The first call after all records have been
  /// read makes it in the background.
  func plan(_ settings: CoachSettings) -> Plan? {
    let day = Self.today
    if let made, made.basis == (day, settings) { return made.plan }
    guard making == nil, let store else { return nil }
    making = Task { [weak self] in
      // Nothing waits for the plan, so it gives way to everything else.
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

  /// Forgets the plan, as records of the days before have changed.
  func forget() {
    making?.cancel()
    (making, made) = (nil, nil)
  }
}
