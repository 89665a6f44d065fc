import Charts
import Console
import Files
import Foundation
import History
import Installation
import Language
import MainThread
import Program
import Settings
import Training

/// Runs a plan: its blocks one after the other, with one client, one run and one history. Shows a
/// card before each block and a page after the last one. Main thread.
final class PlanRun {
  private let plan: Plan
  private let participation: Participation
  private let services: TrainingServices

  /// Asks the user between the blocks; its mode shows the cards.
  private let prompt: PlanPrompt
  private var mode: any OutputMode { prompt.mode }

  /// The outcomes of the blocks so far. Blocks that were done before the plan was resumed have no
  /// results.
  private var outcomes: [PlanPage.Outcome] = []
  private let begin = Scheduling.date

  /// - Parameter stage: of a terminal.
  init(
    _ plan: Plan, of participation: Participation = Participation(), _ services: TrainingServices,
    on stage: TrainingStage?
  ) {
    (self.plan, self.participation, self.services) = (plan, participation, services)
    prompt = PlanPrompt(
      services, on: stage, showing: services.mode(of: plan.blocks.first))
  }

  /// Runs the plan to its end, or until the user leaves it. Throws ``Fault`` if there is no server,
  /// if the history cannot be opened, or if settings do not fit.
  ///
  /// - Parameter goesOn: whether to continue, without a question, where the plan was left today.
  func run(goesOn: Bool = false, seed: UInt64? = nil) async throws(Fault) -> TrainingEnd {
    services.keepsClient = true
    defer { services.keepsClient = false }
    services.link.view = mode
    let signal = try await services.launch(showing: mode)
    var end = TrainingEnd(signal.map { .signal($0) } ?? .trials)
    if end.ending == .trials { end = try await runBlocks(goesOn, seed) }
    await showPage()
    services.keepsClient = false
    services.trainingHasEnded()
    return end
  }

  /// Shows the results of the plan, if there are any.
  private func showPage() async {
    guard outcomes.contains(where: { $0.trials > 0 }) else { return }
    let settings = services.settings.coach
    let wait = LongWait { [mode] in
      mode.showNotice(Notice("historyReading", localized("Your results are being read.")))
    }
    wait.begin()
    let skills = await services.history.skills(around: begin, settings)
    wait.end()
    guard let (before, after) = skills else { return }
    var days = LocalDays()
    let tomorrow = Coach(after, settings, day: days.number(of: begin) + 1)
    mode.show(
      .plan(
        PlanPage(
          plan, outcomes, before: before, after: after,
          tomorrow: plan.name == Plan.nameOfDay ? tomorrow.plan() : nil,
          hasStart: services.idleMode != nil)))
  }

  private func runBlocks(_ goesOn: Bool, _ seed: UInt64?) async throws(Fault) -> TrainingEnd {
    var start = PlanStart(seed: seed)
    let left = left(seed: seed)
    if let left, goesOn {
      start = left
    } else if let left, services.terminal != nil {
      mode.show(
        .question(
          localized(
            "You stopped in block %d of %d. Enter continues there, n begins anew.",
            left.index + 1, plan.blocks.count)))
      switch await prompt.answer() {
      case .resume: start = left
      case .anew, .again, .choice: break
      case .leave(let ending): return TrainingEnd(ending)
      }
    }
    outcomes = Array(repeating: PlanPage.Outcome(), count: start.index)
    for index in start.index..<plan.blocks.count {
      let isFirst = index == start.index
      let step = PlanStep(
        plan, index, participation, seed: start.seed, after: isFirst ? start.left : nil,
        isFirst: isFirst)
      let end = try await run(step)
      await writeTree()
      guard end.ending == .trials else { return end }
    }
    return TrainingEnd(.trials)
  }

  /// The place where the plan was left less than ``longestBreak`` ago, and today unless it is an
  /// experiment; `nil` if there is none, or if nothing of the plan is left.
  ///
  /// - Parameter seed: the seed that the user wants, if any.
  private func left(seed: UInt64?) -> PlanStart? {
    let now = Scheduling.date
    let isExperiment = participation.participant != nil
    let earliest = now - Self.longestBreak
    let since = isExperiment ? earliest : max(Calendar.current.startOfDay(for: now), earliest)
    let place = services.history.place(in: plan.name, of: participation, since: since)
    guard let place, let start = PlanStart(of: plan, after: place, seed: seed) else { return nil }
    // A user who was in the last block has trained; an experiment needs every trial.
    let isLast = place.block == plan.number(ofBlockAt: plan.blocks.count - 1)
    return isLast && !isExperiment ? nil : start
  }

  /// The longest break after which a plan can be continued, in seconds.
  private static let longestBreak: TimeInterval = 3 * 3600

  private func run(_ step: PlanStep) async throws(Fault) -> TrainingEnd {
    do throws(SettingsError) { try services.settings.run(step.block) } catch { throw Fault(error) }
    defer { try? services.settings.run(nil) }
    prompt.mode = services.mode(of: step.block)
    mode.show(.block(step))
    services.remote?.send(step)
    guard let training = step.block.activity.training else { return await rest(step.block) }
    if training.traits.listens, await lacksInput {
      mode.showNotice(.blockSkipped)
      outcomes.append(PlanPage.Outcome(ending: .skipped))
      return TrainingEnd(.trials)
    }
    if services.terminal != nil, case .leave(let ending) = await prompt.answer() {
      return TrainingEnd(ending)
    }
    if step.block.headphones != nil,
      let ending = await HeadphoneCheck(services, prompt, using: step.course.randomBefore).run()
    {
      return TrainingEnd(ending)
    }
    let end = try await services.train(training, seed: step.course.seed, step: step)
    outcomes.append(
      PlanPage.Outcome(
        trials: end.progress?.results ?? 0,
        right: training.answer.isRightOrWrong ? end.progress?.right : nil,
        seconds: (end.progress?.time ?? .zero) / .seconds(1),
        ending: end.ending == .trials ? .complete : .brokenOff))
    return end
  }

  /// True if no port can be connected to the audio input, and the user does not make the
  /// connection by hand.
  private var lacksInput: Bool {
    get async {
      guard let client = services.link.client else { return false }
      let target = services.context.inputTarget(services.settings)
      await client.inputClosing?.value
      _ = try? await client.openInput(services.link.inputRule(target))
      return target != .nothing && client.engine.inputPeers.isEmpty
        && !client.engine.inputRule.findsPort
    }
  }

  /// Waits for the length of the block, or until the user continues.
  private func rest(_ block: Block) async -> TrainingEnd {
    outcomes.append(PlanPage.Outcome())
    guard case .seconds(let seconds) = block.length else { return TrainingEnd(.trials) }
    let end = Task { [weak self] in
      if (try? await ProgramClock.sleep(for: .seconds(seconds))) != nil {
        self?.prompt.give(.resume)
      }
    }
    defer { end.cancel() }
    if case .leave(let ending) = await prompt.answer() { return TrainingEnd(ending) }
    return TrainingEnd(.trials)
  }

  /// Writes the results so far to the BIDS tree of the plan, if it has one.
  private func writeTree() async {
    let folders = ShippedFiles.bids.filter { FileStatus($0.path) != nil }
    guard let folder = plan.bids, let templates = folders.first else { return }
    let texts = [plan.say] + plan.blocks.map(\.say)
    let instructions = texts.compactMap { $0?.text(in: "en") }.joined(separator: " ")
    let tree = BIDSTree(
      folder, ofPlan: plan.name, title: plan.title.text(in: "en"),
      instructions: instructions, participation, templates: templates, program: PeachVersion.text)
    guard let fault = await services.history.write(tree) else { return }
    mode.showNotice(
      Notice(
        "bidsNotWritten",
        localized(
          "the BIDS tree was not written: %@. The results are in the history, and the next block tries again",
          fault.message),
        brief: localized("The BIDS tree was not written; the results are safe.")))
  }
}

/// The place where a plan begins or continues.
private struct PlanStart {
  var index = 0

  /// The answers that the block has already.
  var left: TrainingDataStore.PlaceLeft?
  let seed: UInt64

  init(seed: UInt64?) { self.seed = seed ?? BlockCourse.drawSeed() }

  /// The place after one at which a plan was left; `nil` if nothing of the plan is left, or if it
  /// was begun with another seed.
  ///
  /// - Parameter seed: the seed that the user wants, if any.
  init?(of plan: Plan, after place: TrainingDataStore.PlaceLeft, seed: UInt64?) {
    guard seed == nil || seed == place.seed,
      let index = plan.blocks.indices.first(where: { plan.number(ofBlockAt: $0) == place.block })
    else { return nil }
    self.init(seed: place.seed)
    let course = BlockCourse(plan.blocks[index], seed: self.seed, answers: place.answers)
    let isDone = plan.blocks[index].trials == nil || course.isOver
    (self.index, left) = isDone ? (index + 1, nil) : (index, place)
    if self.index >= plan.blocks.count { return nil }
  }
}

extension TrainingServices {
  /// The view of a block. A rest, which has no words of its own, is shown as a comparison.
  fileprivate func mode(of block: Block?) -> any OutputMode {
    mode(of: block?.activity.training ?? .comparison)
  }
}

extension Notice {
  /// A block of a plan needs an audio input, and there is none.
  fileprivate static var blockSkipped: Notice {
    Notice(
      "blockSkipped",
      localized(
        "there is nothing to connect to in_1, so the block with playing is skipped: connect a microphone"
      ),
      brief: localized("No input for playing; this block is skipped."))
  }
}
