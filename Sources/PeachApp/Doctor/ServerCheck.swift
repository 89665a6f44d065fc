import Console
import Foundation
import Language

/// What is known of the JACK server.
struct ServerFacts {
  /// A server that answered, and how it did while it was watched.
  struct Running: Hashable {
    var sampleRate: Int
    var period: Int
    var isRealtime: Bool
    var clientPriority: Int?
    var driver: String?
    var outputs: Int
    var xruns: Int
    var load: Double
    var isFreewheeling: Bool
    var hasStalled: Bool

    init(
      sampleRate: Int, period: Int, isRealtime: Bool, clientPriority: Int? = nil,
      driver: String? = nil, outputs: Int, xruns: Int = 0, load: Double = 0,
      isFreewheeling: Bool = false, hasStalled: Bool = false
    ) {
      self.sampleRate = sampleRate
      self.period = period
      self.isRealtime = isRealtime
      self.clientPriority = clientPriority
      self.driver = driver
      self.outputs = outputs
      self.xruns = xruns
      self.load = load
      self.isFreewheeling = isFreewheeling
      self.hasStalled = hasStalled
    }
  }

  enum State {
    case absent
    case silent
    case refused(reason: String)
    case running(Running)
  }

  let name: String
  let state: State
  let library: LibraryFacts.Kind

  /// Whether a PipeWire of this user's runs, whichever libjack this is.
  let isPipeWireRunning: Bool

  init(
    name: String, state: State, library: LibraryFacts.Kind, isPipeWireRunning: Bool = false
  ) {
    self.name = name
    self.state = state
    self.library = library
    self.isPipeWireRunning = isPipeWireRunning
  }
}

extension ServerFacts {
  var checkup: Checkup {
    switch state {
    case .absent:
      Checkup(
        .server, .fault, findings: [localized("No JACK server named '%@' answers.", name)],
        advice: absentAdvice, facts: facts, status: .unavailable)
    case .silent:
      Checkup(
        .server, .fault,
        findings: [localized("The JACK server '%@' does not answer: it hangs.", name)],
        advice: silentAdvice, facts: facts, status: .unavailable)
    case .refused(let reason):
      Checkup(
        .server, .fault,
        findings: [localized("The JACK server '%@' did not accept Peach: %@", name, reason)],
        advice: [
          localized(
            "Start the server as the same user as Peach, with a libjack of the same version.")
        ],
        facts: facts, status: .unavailable)
    case .running(let server): checkup(server)
    }
  }

  private var silentAdvice: [String] {
    guard library != .pipewire else {
      return [localized("Start it anew: systemctl --user restart pipewire wireplumber")]
    }
    return [
      localized(
        "Look for it with: ps -C jackd,jackdbus -o pid,stat,args (T is stopped: kill -CONT PID)"),
      localized("Else end it (kill PID, then kill -KILL PID) and start it anew."),
    ]
  }

  private var absentAdvice: [String] {
    guard library != .pipewire else {
      return [
        localized("Start PipeWire: systemctl --user start pipewire wireplumber"),
        localized("Is jackd meant? Start Peach with jackd's libjack: without pw-jack."),
      ]
    }
    let pipeWire =
      isPipeWireRunning
      ? [localized("PipeWire runs: apt install pipewire-jack, then start Peach with pw-jack peach")]
      : []
    return pipeWire + [
      localized("Start a server in qjackctl, or: jackd -d alsa -d hw:0 -r 48000 -p 128"),
      localized("Is it there under another name? Say --server NAME, or set JACK_DEFAULT_SERVER."),
    ]
  }

  private func checkup(_ server: Running) -> Checkup {
    let period = NumberText.fixed(
      Double(server.period) / Double(server.sampleRate) * 1000, places: 2)
    let load = NumberText.fixed(server.load * 100, places: 0)
    var findings = [
      localized(
        """
        '%@' runs at %d Hz with periods of %d frames (%@ ms), load %@ %%.
        """, name, server.sampleRate, server.period, period, load),
      Self.realtime(server),
    ]
    var advice: [String] = []
    if let driver = server.driver { findings.append(localized("Its driver is %@.", driver)) }
    if server.driver == "dummy" {
      advice.append(
        localized("The dummy driver makes no sound: jackd -d alsa -d hw:0 plays on the first card.")
      )
    } else if server.outputs == 0 {
      findings.append(localized("It has no outputs that lead to a device."))
      advice.append(
        library == .pipewire
          ? localized("Choose an output in your desktop's sound settings; wpctl status lists them.")
          : localized("Choose a card: aplay -l lists them, jackd -d alsa -d hw:NAME uses one."))
    }
    if !server.isRealtime, library != .pipewire {
      advice.append(
        localized("Start it with jackd -R (in qjackctl: Setup, Realtime); see 'real time' below."))
    }
    if server.xruns > 0 {
      findings.append(
        localized(
          one: "It lost the beat once (an xrun) while it was watched.",
          other: "It lost the beat %d times (xruns) while it was watched.", server.xruns))
      let longer = server.period * 2
      advice.append(
        library == .pipewire
          ? localized(
            "Choose a longer period: pw-metadata -n settings 0 clock.force-quantum %d", longer)
          : localized(
            "Choose a longer period (jackd … -p %d), and close what else is busy.", longer))
    }
    if server.isFreewheeling {
      findings.append(localized("It freewheels: it renders as fast as it can, not in real time."))
      advice.append(localized("Wait until that is over, or end it with: jack_freewheel n"))
    } else if server.hasStalled {
      findings.append(localized("Its time hardly goes on: it is not called by its card."))
      advice.append(localized("Start it anew, with another card or a longer period."))
    }
    let isFault = server.isFreewheeling || server.hasStalled
    return Checkup(
      .server, isFault ? .fault : advice.isEmpty ? .ok : .hint, findings: findings, advice: advice,
      facts: facts, status: isFault ? .unavailable : .success)
  }

  private static func realtime(_ server: Running) -> String {
    guard server.isRealtime else { return localized("It does not run in real time.") }
    guard let priority = server.clientPriority else { return localized("It runs in real time.") }
    return localized("It runs in real time, clients at priority %d.", priority)
  }

  private var facts: JSONLine {
    var line = JSONLine()
    line.add("name", name)
    guard case .running(let server) = state else {
      line.add("answers", false)
      return line
    }
    line.add("answers", true)
    line.add("sampleRate", server.sampleRate)
    line.add("bufferSize", server.period)
    line.add("periodMilliseconds", Double(server.period) / Double(server.sampleRate) * 1000)
    line.add("driver", server.driver)
    line.add("isRealtime", server.isRealtime)
    line.add("clientPriority", server.clientPriority)
    line.add("outputs", server.outputs)
    line.add("xruns", server.xruns)
    line.add("load", server.load)
    line.add("isFreewheeling", server.isFreewheeling)
    return line
  }
}

enum PipeWire {
  /// Whether a PipeWire of this user's listens.
  static func isRunning(_ environment: [String: String]) -> Bool {
    let directory =
      environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"]
      ?? "/run/user/\(getuid())"
    return FileManager.default.fileExists(atPath: directory + "/pipewire-0")
  }
}
