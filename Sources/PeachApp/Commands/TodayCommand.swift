import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Program
import Settings
import Training

/// `peach today`: the plan that Peach makes for a day.
struct TodayCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: localized("Train what Peach proposes for today, or show it with the reasons."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Peach makes a plan for each day from your results of the days before: a skill that is not done \
        yet, what belongs to it, and what you have learnt before. The settings player, dailyMinutes and \
        goalUnison, goalInterval, goalMatching and goalPlaying decide about it.

        In a terminal, Peach trains by it, as with peach run today. With --why, --date or --json, and in \
        a pipe, it shows the plan.
        """),
      examples: """
        peach today
        peach today --why
        peach today --json --date 2026-11-28
        """))

  @Flag(help: ArgumentHelp(localized("Explain the rules and where they come from.")))
  var why = false

  @Option(
    help: ArgumentHelp(
      localized("The day of the plan, such as 2026-11-28 (default: today)."),
      valueName: localized(context: "value of an option", "date")))
  var date: String?

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  func validate() throws {
    if let date, Self.date(date) == nil {
      throw ValidationError(
        localized("--date takes a day such as 2026-11-28, not '%@'.", date.shortened))
    }
  }

  @MainActor func run() async throws {
    let context = CommandContext(global)
    if context.hasTerminalToItself, !why, date == nil, !global.json {
      let status = await context.report {
        await context.run(try context.coach(of: .now).coach.plan(), settings).rawValue
      }
      throw ExitCode(status)
    }
    try await context.perform {
      let date = date.flatMap { Self.date($0) } ?? .now
      let (coach, history, day) = try context.coach(of: date)
      context.output.write(
        global.json ? Self.json(coach.plan(), date) : text(coach, history, day))
    }
  }

  @MainActor private func text(_ coach: Coach, _ history: SkillHistory, _ day: Int) -> String {
    let plan = coach.plan()
    var lines = [localized("%@: %@", PlanWords.day(day), PlanWords.minutes(plan))]
    for (index, block) in plan.blocks.enumerated() {
      lines.append("\(index + 1). \(PlanWords.block(block))")
      if let reason = block.reason { lines.append("   " + PlanWords.reason(reason)) }
    }
    lines += coach.done.map { PlanWords.done($0, history[$0]) }
    if why {
      let parts = plan.blocks.compactMap(\.part)
      lines += Block.Part.allCases.filter(parts.contains).map(PlanWords.source)
      lines.append(PlanWords.caveat)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  @MainActor private static func json(_ plan: Plan, _ date: Date) -> String {
    var line = JSONLine()
    line.add("date", days.format(date))
    line.add("plan", plan.name)
    line.add("seconds", plan.seconds)
    line.add("blocks", objects: plan.blocksInJSON)
    return line.description + "\n"
  }

  /// Days of the user's time zone, such as `2026-11-28`.
  private static var days: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
  }

  /// The first moment of a day.
  private static func date(_ text: String) -> Date? {
    // The parser reads a day beyond the end of a month as one of the next month.
    guard let date = try? days.parse(text), days.format(date) == text else { return nil }
    return date
  }
}

extension CommandContext {
  /// The coach of the day of a moment, and the number of that day. Throws ``Fault`` and
  /// `SettingsError`.
  func coach(of date: Date) throws -> (coach: Coach, history: SkillHistory, day: Int) {
    let settings = try readSettings().coach
    let history = try skills(before: date, settings)
    var days = LocalDays()
    let day = days.number(of: date)
    return (Coach(history, settings, day: day), history, day)
  }
}
