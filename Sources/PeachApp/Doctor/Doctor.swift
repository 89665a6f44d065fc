import ArgumentParser
import Console
import Foundation
import History
import Language
import OSC
import Settings
import Sound
import SoundFonts

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

/// Looks at everything that Peach needs on this machine; changes nothing.
final class Doctor {
  /// How long the server is watched.
  private static let watchDuration = Duration.seconds(1)

  let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  func examine() async -> DoctorReport {
    let library = LibraryFacts(
      version: JackLibrary.version, path: LoadedLibrary.path("libjack"))
    let outcome = await ServerWatch.watch(context.global.server, for: Self.watchDuration)
    let report: ServerReport? = if case .answered(let report) = outcome { report } else { nil }
    return DoctorReport([
      server(outcome, library.kind).checkup,
      library.checkup,
      realtime(report, library.kind).checkup,
      memory.checkup,
      ProcessorFacts(governors: Governors.all()).checkup,
      sounds.checkup,
      settings.checkup,
      midi(report).checkup,
      await session().checkup,
      remote.checkup,
      history.checkup,
      folders.checkup,
      terminal.checkup,
    ])
  }

  private var serverName: String {
    context.global.server ?? context.environment["JACK_DEFAULT_SERVER"] ?? "default"
  }

  private func server(
    _ outcome: ServerWatch.Outcome, _ library: LibraryFacts.Kind
  ) -> ServerFacts {
    let state: ServerFacts.State =
      switch outcome {
      case .absent: .absent
      case .silent: .silent
      case .refused(let error): .refused(reason: Fault(error).message)
      case .answered(let report):
        .running(
          ServerFacts.Running(
            sampleRate: report.sampleRate, period: report.period, isRealtime: report.isRealtime,
            clientPriority: report.clientPriority, driver: report.driver,
            outputs: report.outputs.count, xruns: report.xruns, load: report.load,
            isFreewheeling: report.isFreewheeling, hasStalled: report.hasStalled))
      }
    return ServerFacts(
      name: serverName, state: state, library: library,
      isPipeWireRunning: PipeWire.isRunning(context.environment))
  }

  private func realtime(_ report: ServerReport?, _ library: LibraryFacts.Kind) -> RealtimeFacts {
    // What jackd asks of its clients where nobody has asked for another.
    let priority = report?.clientPriority ?? 5
    let need: RealtimeFacts.Need =
      if library == .pipewire {
        .byPipeWire
      } else if let report {
        report.isRealtime ? .required : .notRequired
      } else {
        .unknown
      }
    return RealtimeFacts(
      isAllowed: RealtimeTrial.isAllowed(priority: priority), priority: priority,
      limit: ResourceLimit.realtimePriority.highest ?? .max, need: need,
      limits: LimitFacts(SecurityLimits.read(), item: .realtimePriority))
  }

  private var memory: MemoryFacts {
    MemoryFacts(
      isLocked: MemoryLock.lockAll() == .locked, limit: ResourceLimit.lockedMemory.highest,
      requirement: MemoryLock.requirement,
      limits: LimitFacts(SecurityLimits.read(), item: .lockedMemory))
  }

  private var sounds: SoundFacts {
    let settings = try? FileUserSettings(file: context.settingsFile)
    let source = settings?.soundSource ?? .default
    do {
      let library = try context.soundFontLibrary(settings?.soundFonts ?? SoundFontPaths())
      let found = library.found
      var problem: String?
      do {
        try library.tryOut(source)
      } catch {
        problem = words(error)
      }
      return SoundFacts(
        builtInFont: library.builtInFont, source: source.description, problem: problem,
        otherFonts: found.fonts.count - 1, skipped: found.skipped)
    } catch {
      return SoundFacts(builtInFont: nil, source: source.description, problem: words(error))
    }
  }

  private func words(_ error: any Error) -> String {
    (error as? SoundError)?.words ?? Fault(any: error).message
  }

  private var settings: SettingsFacts {
    let file = context.settingsFile
    let exists = FileManager.default.fileExists(atPath: file.path)
    do throws(SettingsError) {
      return SettingsFacts(
        path: file.path, exists: exists, problems: try file.problems().map { Fault($0) })
    } catch {
      return SettingsFacts(path: file.path, exists: exists, problems: [Fault(error)])
    }
  }

  private func midi(_ report: ServerReport?) -> MIDIFacts {
    MIDIFacts(
      sources: report?.sources.map {
        ListedMIDISource(name: $0.name, aliases: $0.aliases, isPhysical: $0.isPhysical)
      })
  }

  private var history: HistoryCheckFacts {
    let path = context.historyPath
    guard FileManager.default.fileExists(atPath: path) else {
      return HistoryCheckFacts(path: path, state: .absent(waiting: context.waitingResults))
    }
    do {
      return HistoryCheckFacts(path: path, state: .examined(try context.checkHistory()))
    } catch {
      return HistoryCheckFacts(path: path, state: .unexamined(Fault(any: error)))
    }
  }

  private var folders: FolderFacts {
    func folder(of path: String) -> String {
      URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    return FolderFacts(folders: [
      .look(at: folder(of: context.settingsFile.path), for: .settings),
      .look(at: folder(of: context.historyPath), for: .history),
      .look(at: context.recoveryPlaces.stateFolder.path, for: .recovery),
    ])
  }

  private var terminal: TerminalFacts {
    let size = TerminalSize.current()
    return TerminalFacts(
      isTerminal: isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1, columns: size.columns,
      rows: size.rows, isUTF8: context.glyphs.tick == Glyphs.unicode.tick,
      type: context.environment["TERM"] ?? "",
      hasNoColor: context.environment["NO_COLOR"]?.isEmpty == false)
  }
}

/// Who steers Peach from outside.
extension Doctor {
  func session() async -> SessionFacts {
    guard let manager = SessionManager(environment: context.environment),
      let value = context.environment[manager.variable]
    else { return SessionFacts(manager: .none) }
    switch manager {
    case .ladish: return SessionFacts(manager: .ladish(name: value))
    case .nsm:
      let reach: SessionFacts.Reach =
        switch await ManagerProbe.reach(url: value) {
        case .possible: .possible
        case .nobody: .nobody
        case .noAddress: .noAddress
        }
      return SessionFacts(manager: .nsm(url: value, reach))
    }
  }

  var remote: OSCFacts {
    guard let settings = try? FileUserSettings(file: context.settingsFile) else {
      return OSCFacts(state: .unknown)
    }
    guard case .at(let host, let port) = settings.osc,
      let address = OSCPeer(host: host, port: UInt16(port))
    else { return OSCFacts(state: .off) }
    do throws(OSCError) {
      _ = try OSCSocket(at: address) { _, _ in }
      // Which one a port that may be any will be, nobody knows yet.
      let place = port == 0 ? localized("a free port of %@", host) : address.description
      return OSCFacts(state: .free(address: place, isOpen: !address.isLoopback))
    } catch .taken {
      return OSCFacts(state: .taken(address: address.description))
    } catch {
      return OSCFacts(state: .impossible(Fault(error)))
    }
  }
}
