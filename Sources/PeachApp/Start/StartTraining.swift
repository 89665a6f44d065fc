import Charts
import Client
import Console
import Program
import Training

/// A training that was chosen on a screen, from the choice to the closing page. Main thread.
struct StartTraining {
  /// What has become of it.
  struct Outcome {
    /// What it has come to, if it has come to an answer.
    var page: (any EndPage)?

    /// The exit status, if the run ends with it.
    var status: Int32?
  }

  let services: TrainingServices
  let board: any Board
  let stage: TrainingStage?
  let status: StageStatus
  let view: StartView

  /// Trains until there is a reason to end; what went wrong is shown.
  func train(_ choice: TrainingChoice) async -> Outcome {
    services.settings.kind = choice.kind
    defer { services.settings.kind = nil }
    return await outcome(of: { () throws(Fault) in try await services.train(choice.training) })
  }

  /// Trains by a plan.
  func run(_ plan: Plan) async -> Outcome {
    await outcome(of: { () throws(Fault) in try await PlanRun(plan, services, on: stage).run() })
  }

  private func outcome(
    of train: () async throws(Fault) -> TrainingEnd
  ) async -> Outcome {
    status.forgetNotices()
    stage?.forget()
    board.clear()
    do {
      let end = try await train()
      let page = stage?.closingPage
      stage?.forget()
      return Outcome(page: page, status: exitStatus(of: end.ending))
    } catch .noServer {
      services.trainingHasEnded()
      view.show(StartText.noServer, code: "noServer")
    } catch {
      // It has not begun, but would go on to show the messages about the client.
      services.trainingHasEnded()
      view.show(error)
    }
    return Outcome()
  }

  /// `nil` if the screens follow.
  private func exitStatus(of ending: Ending) -> Int32? {
    switch ending {
    case .signal(let number): ExitStatus.signalled(by: number)
    case .error(let fault) where fault == .output(reason: services.context.output.failure ?? ""):
      fault.status.rawValue
    default: nil
    }
  }
}
