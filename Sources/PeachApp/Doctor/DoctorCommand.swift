import ArgumentParser
import Console
import Foundation
import Language

/// `peach doctor`: whether this machine is fit for Peach.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: localized("Check the machine, and say what to do about each fault."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The JACK server (watched for a second) and library, realtime and memory-lock limits, the \
        processors' clock, sounds, settings, MIDI sources, the session manager, Open Sound Control, the \
        history, folders and the terminal. Nothing is changed. Each is ok, a hint or a fault; a hint or \
        a fault says what to do about it. The exit code is 0, or that of the first fault: 69 the \
        server, 78 limits or settings, 65 or 74 the history, 73 a folder, 70 the built-in sounds.
        """),
      examples: """
        peach doctor
        peach doctor --server studio
        peach doctor --json | jq '.checks[] | select(.state != "ok")'
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      let isShown = !global.json && isatty(STDERR_FILENO) == 1
      let progress = isShown ? ProgressLine(output: context.messages) : nil
      progress?.show(DoctorReport.examining, fraction: nil)
      let report = await Doctor(context).examine()
      progress?.clear()
      context.output.write(global.json ? report.json : report.text)
      return report.status.rawValue
    }
    throw ExitCode(status)
  }
}
