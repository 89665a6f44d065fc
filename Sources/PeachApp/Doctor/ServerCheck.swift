import Client
import Console
import Foundation
import Language
import Program
import Sound

/// The JACK server.
struct ServerCheck: DoctorCheck {
  let name: String
  let outcome: ServerWatch.Outcome
  let library: JackLibraryFile.Kind

  /// True if a PipeWire of this user runs, with any libjack.
  var isPipeWireRunning = false

  nonisolated static var subject: Checkup.Subject {
    .init(code: "server", name: localized(context: "doctor", "JACK server"))
  }

  static func scan(_ examination: Examination) -> Self {
    let context = examination.context
    return Self(
      name: context.global.server ?? context.environment["JACK_DEFAULT_SERVER"] ?? "default",
      outcome: examination.server, library: examination.library.kind,
      isPipeWireRunning: hasPipeWire(context.environment))
  }

  /// True if a PipeWire of this user listens at its socket.
  static func hasPipeWire(_ environment: [String: String]) -> Bool {
    FileManager.default.fileExists(atPath: PipeWireStart.socket(environment))
  }

  var checkup: Checkup {
    switch outcome {
    case .absent:
      Checkup(
        .fault, findings: [localized("No JACK server named '%@' answers.", name)],
        advice: absentAdvice, facts: facts, status: .unavailable)
    case .silent:
      Checkup(
        .fault, findings: [localized("The JACK server '%@' hangs: it does not answer.", name)],
        advice: silentAdvice, facts: facts, status: .unavailable)
    case .refused(let error):
      Checkup(
        .fault,
        findings: [
          localized("The JACK server '%@' did not accept Peach: %@", name, Fault(error).message)
        ],
        advice: [
          localized(
            "Run the server and Peach as the same user, with the same version of libjack.")
        ],
        facts: facts, status: .unavailable)
    case .answered(let report): checkup(report)
    }
  }

  private var silentAdvice: [String] {
    guard library != .pipewire else {
      return [localized("Restart it: systemctl --user restart pipewire wireplumber")]
    }
    return [
      localized(
        """
        Find it with: ps -C jackd,jackdbus -o pid,stat,args (if its state is T, resume it: \
        kill -CONT PID)
        """),
      localized("Otherwise end it (kill PID, then kill -KILL PID) and start it again."),
    ]
  }

  private var absentAdvice: [String] {
    guard library != .pipewire else {
      return [
        localized("Start PipeWire: systemctl --user start pipewire wireplumber"),
        localized("If you want to use jackd, start Peach with jackd's libjack: without pw-jack."),
      ]
    }
    let pipeWire =
      isPipeWireRunning
      ? [
        localized(
          """
          PipeWire runs: apt install pipewire-jack, then start Peach again, without --server and \
          JACK_DEFAULT_SERVER (or with pw-jack peach)
          """)
      ]
      : []
    return pipeWire + [
      localized("Start a server in qjackctl, or: jackd -d alsa -d hw:0 -r 48000 -p 128"),
      localized("If the server has another name, use --server NAME or set JACK_DEFAULT_SERVER."),
    ]
  }

  private func checkup(_ server: ServerReport) -> Checkup {
    let period = NumberText.fixed(
      Double(server.period) / Double(server.sampleRate) * 1000, places: 2)
    let load = NumberText.fixed(server.load * 100, places: 0)
    var findings = [
      localized(
        """
        '%@' runs at %d Hz with periods of %d frames (%@ ms), load %@ %%.
        """, name, server.sampleRate, server.period, period, load),
      library == .pipewire
        ? localized("Peach reached PipeWire.") : localized("Peach reached jackd."),
      Self.realtime(server),
    ]
    var advice: [String] = []
    if let driver = server.driver { findings.append(localized("Its driver is %@.", driver)) }
    if server.driver == "dummy" {
      advice.append(
        localized(
          "The dummy driver makes no sound. To play on the first card: jackd -d alsa -d hw:0")
      )
    } else if server.outputs.isEmpty {
      findings.append(localized("It has no outputs of a device."))
      advice.append(
        library == .pipewire
          ? localized("Choose an output in your desktop's sound settings; wpctl status lists them.")
          : localized("Choose a card: aplay -l lists the cards, jackd -d alsa -d hw:NAME uses one.")
      )
    }
    if !server.isRealtime, library != .pipewire {
      advice.append(
        localized("Start it with jackd -R (in qjackctl: Setup, Realtime). See 'real time' below."))
    }
    if server.xruns > 0 {
      findings.append(
        localized(
          one: "It had a dropout (xrun) during this check.",
          other: "It had %d dropouts (xruns) during this check.", server.xruns))
      let longer = server.period * 2
      advice.append(
        library == .pipewire
          ? localized(
            "Choose a longer period: pw-metadata -n settings 0 clock.force-quantum %d", longer)
          : localized(
            "Choose a longer period (jackd … -p %d), and close other busy programs.", longer))
    }
    if server.isFreewheeling {
      findings.append(localized("It freewheels: it runs as fast as it can, not in real time."))
      advice.append(localized("Wait until this ends, or end it with: jack_freewheel n"))
    } else if server.hasStalled {
      findings.append(
        localized("Its frame time barely advances: its sound card does not drive it."))
      advice.append(localized("Restart it with another card or a longer period."))
    }
    let isFault = server.isFreewheeling || server.hasStalled
    return Checkup(
      isFault ? .fault : advice.isEmpty ? .ok : .hint, findings: findings, advice: advice,
      facts: facts, status: isFault ? .unavailable : .success)
  }

  private static func realtime(_ server: ServerReport) -> String {
    guard server.isRealtime else { return localized("It does not run in real time.") }
    guard let priority = server.clientPriority else { return localized("It runs in real time.") }
    return localized("It runs in real time, with clients at priority %d.", priority)
  }

  private var facts: JSONLine {
    var line = JSONLine()
    line.add("name", name)
    guard case .answered(let server) = outcome else {
      line.add("answers", false)
      return line
    }
    line.add("answers", true)
    line.add("kind", library == .pipewire ? "pipewire" : "jackd")
    line.add("sampleRate", server.sampleRate)
    line.add("bufferSize", server.period)
    line.add("periodMilliseconds", Double(server.period) / Double(server.sampleRate) * 1000)
    line.add("driver", server.driver)
    line.add("isRealtime", server.isRealtime)
    line.add("clientPriority", server.clientPriority)
    line.add("outputs", server.outputs.count)
    line.add("xruns", server.xruns)
    line.add("load", server.load)
    line.add("isFreewheeling", server.isFreewheeling)
    return line
  }
}
