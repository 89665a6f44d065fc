import ArgumentParser
import Console
import Language
import Settings
import Sound
import SoundFonts
import Training

/// An error that ends or interrupts the training, or prevents it from starting.
package enum Fault: Error, Hashable {
  /// No JACK server answers. `nil` is the default server.
  case noServer(name: String?)
  /// A server is running but does not respond.
  case serverSilent(name: String?)
  case serverRefused(reason: String)
  case clientNameTaken(String)
  /// There is no terminal, and no session manager answers at the address, or it refuses.
  case noSession(url: String, reason: String)
  /// The server went away while Peach was its client, or removed Peach.
  case serverGone
  /// The server was freewheeling when Peach connected, and no longer is. It may have dropped Peach.
  case openedInFreewheel
  case sampleRateChanged(hertz: Int)
  case freewheeling
  case sound(reason: String)
  case database(path: String, reason: String)
  case configuration(String)
  case missingFile(String)
  /// A scale file named in the settings does not exist.
  case missingScale(String)
  /// A file that the user named does not contain what it should.
  case unreadableData(String)
  case cannotCreate(String)
  /// A file cannot be written.
  case inputOutput(String)
  /// The command line names something that does not exist.
  case usage(String)
  /// A command could not do what it is for.
  case failed(code: String, message: String, status: ExitStatus)
  /// Standard output can no longer be written. The reason is the system's text.
  case output(reason: String)
  case software(String)

  /// The code in JSON, which is never translated.
  package var code: String {
    switch self {
    case .noServer: "noJackServer"
    case .serverSilent: "jackServerSilent"
    case .serverRefused: "jackRefused"
    case .clientNameTaken: "clientNameTaken"
    case .noSession: "noSession"
    case .serverGone: "jackServerGone"
    case .openedInFreewheel: "openedInFreewheel"
    case .sampleRateChanged: "sampleRateChanged"
    case .freewheeling: "freewheeling"
    case .sound: "sound"
    case .database: "database"
    case .configuration: "configuration"
    case .missingFile, .missingScale: "missingFile"
    case .unreadableData: "unreadableData"
    case .cannotCreate: "cannotCreate"
    case .inputOutput: "inputOutput"
    case .usage: "usage"
    case .failed(let code, _, _): code
    case .output: "output"
    case .software: "software"
    }
  }

  package var message: String {
    switch self {
    case .noServer(let name?):
      localized(
        """
        no JACK server named '%@' answers: start one (qjackctl, jackd, or PipeWire with pw-jack) and \
        start Peach again
        """, name)
    case .noServer(nil):
      localized(
        """
        no JACK server answers: start one (qjackctl, jackd, or PipeWire with pw-jack) and start Peach \
        again
        """)
    case .serverSilent(let name?):
      localized("the JACK server named '%@' is running but does not respond", name)
    case .serverSilent(nil): localized("the JACK server is running but does not respond")
    case .serverRefused(let reason): localized("the JACK server did not accept Peach: %@", reason)
    case .clientNameTaken(let name): localized("another JACK client is already named '%@'", name)
    case .noSession(let url, let reason):
      reason.isEmpty
        ? localized(
          "no session manager answers at %@ (NSM_URL), and Peach has no terminal to ask on", url)
        : localized(
          """
          the session manager at %@ (NSM_URL) reported: %@; and Peach has no terminal to ask on
          """, url, reason)
    case .serverGone:
      localized("the JACK server has stopped; training waits until a server runs again")
    case .openedInFreewheel:
      localized(
        """
        the JACK server was freewheeling when Peach connected; now that it has ended, Peach connects \
        again
        """)
    case .sampleRateChanged(let hertz):
      localized(
        "the JACK server now runs at %d Hz; training waits until the sounds are loaded again", hertz
      )
    case .freewheeling:
      localized("the JACK server is freewheeling, not in real time; training waits until that ends")
    case .sound(let reason): localized("no sound: %@", reason)
    case .database(let path, let reason): localized("the training history %@: %@", path, reason)
    case .configuration(let problem): problem
    case .missingFile(let path): localized("the file %@ does not exist", path)
    case .missingScale(let problem), .unreadableData(let problem), .cannotCreate(let problem),
      .inputOutput(let problem), .usage(let problem):
      problem
    case .failed(_, let message, _): message
    case .output(let reason): localized("standard output cannot be written any more: %@", reason)
    case .software(let problem): localized("an internal error of Peach: %@", problem)
    }
  }

  package var status: ExitStatus {
    switch self {
    case .noServer, .serverSilent, .serverRefused, .clientNameTaken, .noSession, .serverGone,
      .openedInFreewheel, .sampleRateChanged, .freewheeling:
      .unavailable
    case .sound: .software
    case .database, .unreadableData: .badData
    case .configuration: .configuration
    case .missingFile, .missingScale: .missingFile
    case .cannotCreate: .cannotCreate
    case .output, .inputOutput: .inputOutput
    case .usage: .usage
    case .failed(_, _, let status): status
    case .software: .software
    }
  }
}

extension Fault {
  package init(any error: any Error) {
    switch error {
    case let fault as Fault: self = fault
    case let error as SettingsError: self.init(error)
    case let error as JackError: self.init(error)
    case let error as BuiltInFontMissing: self.init(error)
    case let error as SoundFontError: self = .unreadableData(error.words)
    case let error as SoundError: self = .sound(reason: error.words)
    case let error as AudioError: self.init(error)
    default: self = .software(String(describing: error))
    }
  }
}

/// The exit statuses of Peach, from `sysexits.h`.
package enum ExitStatus: Int32 {
  case success = 0
  /// The command line is wrong.
  case usage = 64
  /// Data cannot be read.
  case badData = 65
  /// A named file does not exist.
  case missingFile = 66
  /// There is no JACK server.
  case unavailable = 69
  /// An internal error of Peach.
  case software = 70
  /// A file cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// The configuration is wrong.
  case configuration = 78

  /// The status of a process that a signal ended, by the convention of shells.
  package nonisolated static func signalled(by number: Int32) -> Int32 { 128 + number }

  /// The error that a command throws to end with this status and without another message.
  package var exitCode: ExitCode { ExitCode(rawValue) }
}

/// The reason for which a run of training ended.
package enum Ending: Hashable {
  case trials, quit, endOfInput, interrupted

  /// The session has the number of trials that the settings demand.
  case sessionEnd
  case signal(Int32)
  case error(Fault)

  /// The reason in JSON, never translated.
  package var code: String {
    switch self {
    case .trials: "trials"
    case .quit: "quit"
    case .endOfInput: "endOfInput"
    case .interrupted: "interrupted"
    case .sessionEnd: "sessionEnd"
    case .signal: "signal"
    case .error: "error"
    }
  }

  /// True if the run does not even wait until the last answer is stored.
  package var isImmediate: Bool {
    switch self {
    case .signal, .error, .interrupted: true
    case .trials, .sessionEnd, .quit, .endOfInput: false
    }
  }

  /// True if the user is still at the terminal and may want something else.
  package var leavesTheUser: Bool {
    switch self {
    case .trials, .sessionEnd, .quit: true
    case .endOfInput, .interrupted, .signal, .error: false
    }
  }

  package var status: Int32 {
    switch self {
    case .trials, .sessionEnd, .quit, .endOfInput: ExitStatus.success.rawValue
    case .interrupted: ExitStatus.unavailable.rawValue
    case .signal(let number): ExitStatus.signalled(by: number)
    case .error(let fault): fault.status.rawValue
    }
  }
}

extension String {
  /// The part of a text that a message quotes.
  package nonisolated var shortened: String { count > 80 ? prefix(79) + "…" : self }
}
