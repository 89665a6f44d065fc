import ArgumentParser
import Charts
import Console
import Foundation
import Language
import Program
import Settings
import Training

/// `peach run`: runs a plan.
struct RunCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: localized("Train by a plan, block by block."),
    discussion: CommandHelp.training(
      localized(
        """
        Before each block Peach says what it is; Enter, a pad or the command start begins it, Esc \
        leaves the plan, and what was answered is kept. The keys are those of each training. The plan \
        today is the one that Peach makes for this day.

        A plan that was left less than three hours ago goes on where it was, if you want that. In a \
        pipe, and with --json, the blocks follow one another by themselves, and a plan goes on only with \
        --continue.
        """),
      examples: """
        peach run thirds
        peach run lesson.toml --reference-pitch 442
        peach run today --json
        peach run study.toml --participant 07 --session 2
        peach plans
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The name of a plan, or its file."),
      valueName: localized(context: "value of an option", "name")),
    completion: .custom { _, _, _ in SettingWords.usualFile.planNames + [Plan.nameOfDay] })
  var name: String

  @Flag(
    name: .customLong("continue"),
    help: ArgumentHelp(localized("Go on where the plan was left today, without asking.")))
  var goesOn = false

  @Option(parsing: .unconditional, help: TrainingOptions.seedHelp) var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      localized("Who takes part in an experiment: a label of letters and digits, such as 07."),
      valueName: localized(context: "value of an option", "label")))
  var participant: String?

  @Option(
    help: ArgumentHelp(
      localized("The session of the participant: a label of letters and digits, such as 2."),
      valueName: localized(context: "value of an option", "label")))
  var session: String?

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  private var participation: Participation {
    Participation(participant: participant, session: session)
  }

  func validate() throws {
    for (name, label) in [("participant", participant), ("session", session)] {
      guard let label, !label.isLabel else { continue }
      throw ValidationError(
        localized(
          "--%@ takes letters a to z and digits, at most 40, not '%@'.", name, label.shortened))
    }
  }

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report(asEvents: true) {
      let plan = try plan(context)
      if plan.blocks.contains(where: { $0.order == .latin }), participation.number == nil {
        throw Fault.usage(
          localized(
            """
            the order of this plan is a Latin square, which goes by the number of the participant: \
            give --participant with a number
            """))
      }
      if plan.bids != nil, participation.participant == nil {
        throw Fault.usage(
          localized("the results of this plan go to a BIDS tree: give --participant with a label"))
      }
      return await context.run(plan, of: participation, settings, goesOn: goesOn, seed: seed)
        .rawValue
    }
    throw ExitCode(status)
  }

  @MainActor private func plan(_ context: CommandContext) throws -> Plan {
    name == Plan.nameOfDay
      ? try context.coach(of: .now).coach.plan()
      : try PlanAtPath(context.settingsFile, name).valid()
  }
}

extension CommandContext {
  /// Runs a plan, and returns the exit code.
  ///
  /// - Parameter goesOn: whether to continue, without a question, where the plan was left today.
  @MainActor func run(
    _ plan: Plan, of participation: Participation = Participation(), _ settings: SettingOptions,
    goesOn: Bool = false, seed: UInt64? = nil
  ) async -> ExitCode {
    await train(settings, needing: nil) { services, stage throws(Fault) in
      let first = plan.blocks.compactMap(\.activity.training).first
      if let stage, let first,
        let left = try await FirstRunController(services, on: stage).run(before: first)
      {
        return left
      }
      let end = try await PlanRun(plan, of: participation, services, on: stage)
        .run(goesOn: goesOn, seed: seed)
      guard let stage, stage.closingPage != nil, end.ending.leavesTheUser,
        case .signal(let number) = await ClosingController(services, on: stage).choice()
      else { return end }
      return TrainingEnd(.signal(number))
    }
  }
}

extension String {
  /// True if it is a valid label in BIDS: ASCII letters and digits.
  fileprivate nonisolated var isLabel: Bool {
    (1...40).contains(utf8.count) && allSatisfy { $0.isASCII && ($0.isLetter || $0.isWholeNumber) }
  }
}
