import ArgumentParser
import Client
import Console
import Foundation
import Language
import Program
import Sound

/// Examines everything that Peach needs on this machine. Changes nothing.
struct Doctor {
  /// The checks, in the order of the report.
  private nonisolated static var checks: [any DoctorCheck.Type] {
    [
      ServerCheck.self,
      LibraryCheck.self,
      RealtimeCheck.self,
      MemoryCheck.self,
      ProcessorCheck.self,
      SoundsCheck.self,
      SettingsCheck.self,
      MIDICheck.self,
      SessionCheck.self,
      OSCCheck.self,
      HistoryCheck.self,
      FoldersCheck.self,
      TerminalCheck.self,
    ]
  }

  /// What is checked, in the order of the report, in the user's language.
  nonisolated static var subjects: String { checks.map { $0.subject.name }.joined(separator: ", ") }

  let context: CommandContext

  /// Runs every check in turn.
  func examine() async -> DoctorReport {
    let examination = await Examination(context)
    var checkups: [Checkup] = []
    for check in Self.checks { checkups.append(await check.scan(examination).checkup) }
    return DoctorReport(checkups)
  }
}

/// One thing that the doctor checks. A value holds the facts, so that tests can make them up; its
/// words are a function of them.
protocol DoctorCheck {
  /// What is checked, as the report and the help name it.
  nonisolated static var subject: Checkup.Subject { get }

  /// Collects the facts.
  static func scan(_ examination: Examination) async -> Self

  /// What the facts mean and what to do about them.
  var checkup: Checkup { get }
}

/// What several checks share: the command's context, the JACK library and one watch of the server.
struct Examination {
  /// How long the server is watched.
  private static let watchDuration = Duration.seconds(1)

  let context: CommandContext
  let library: JackLibraryFile
  let server: ServerWatch.Outcome

  /// What the server reported; `nil` if it did not answer.
  var report: ServerReport? { if case .answered(let report) = server { report } else { nil } }

  init(_ context: CommandContext) async {
    self.context = context
    library = .loaded
    server = await ServerWatch.watch(context.global.server, for: Self.watchDuration)
  }
}

/// `peach doctor`: whether this machine is fit for Peach.
struct DoctorCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: localized("Check this computer and explain how to fix each problem."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Checks, in this order: %@. It watches the server for one second and changes nothing. \
        Each result is ok, a hint or a fault; hints and faults say what to do. The exit code is \
        0, or the code of the first fault: 69 for the server, 78 for limits or settings, 65 or 74 \
        for the history, 73 for a folder, 70 for the built-in sounds.
        """, Doctor.subjects),
      examples: """
        peach doctor
        peach doctor --server studio
        peach doctor --json | jq '.checks[] | select(.state != "ok")'
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      let progress = context.progressLine
      progress?.show(localized("Checking"), fraction: nil)
      let report = await Doctor(context: context).examine()
      progress?.clear()
      context.output.write(global.json ? report.json : report.text)
      return report.status.rawValue
    }
    throw ExitCode(status)
  }
}
