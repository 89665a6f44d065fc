import Foundation

extension ServerFacts {
  public var checkup: Checkup {
    switch state {
    case .absent:
      Checkup(
        .server, .fault, findings: ["No JACK server named '\(name)' answers."],
        advice: absentAdvice, facts: facts, status: .unavailable)
    case .silent:
      Checkup(
        .server, .fault, findings: ["The JACK server '\(name)' does not answer: it hangs."],
        advice: [
          "Look for it with: ps -C jackd,jackdbus -o pid,stat,args (T is stopped: kill -CONT PID)",
          "Else end it (kill PID, then kill -KILL PID) and start it anew.",
        ], facts: facts, status: .unavailable)
    case .refused(let reason):
      Checkup(
        .server, .fault,
        findings: ["The JACK server '\(name)' did not accept Peach: \(reason)"],
        advice: ["Start the server as the same user as Peach, with a libjack of the same version."],
        facts: facts, status: .unavailable)
    case .running(let server): checkup(server)
    }
  }

  private var absentAdvice: [String] {
    let pipeWire =
      isPipeWireRunning && library != .pipewire
      ? ["PipeWire runs: apt install pipewire-jack, then start Peach with pw-jack peach"] : []
    return pipeWire + [
      "Start a server in qjackctl, or: jackd -d alsa -d hw:0 -r 48000 -p 128",
      "Is it there under another name? Say --server NAME, or set JACK_DEFAULT_SERVER.",
    ]
  }

  private func checkup(_ server: Running) -> Checkup {
    let period = String(format: "%.2f", Double(server.period) / Double(server.sampleRate) * 1000)
    let load = String(format: "%.0f", server.load * 100)
    var findings = [
      """
      '\(name)' runs at \(server.sampleRate) Hz with periods of \(server.period) frames (\(period) ms), \
      load \(load) %.
      """,
      server.isRealtime
        ? "It runs in real time\(server.clientPriority.map { ", clients at priority \($0)" } ?? "")."
        : "It does not run in real time.",
    ]
    var advice: [String] = []
    if let driver = server.driver { findings.append("Its driver is \(driver).") }
    if server.driver == "dummy" {
      advice.append(
        "The dummy driver makes no sound: jackd -d alsa -d hw:0 plays on the first card.")
    } else if server.outputs == 0 {
      findings.append("It has no outputs that lead to a device.")
      advice.append(
        library == .pipewire
          ? "Choose an output in your desktop's sound settings; wpctl status lists them."
          : "Choose a card: aplay -l lists them, jackd -d alsa -d hw:NAME uses one.")
    }
    if !server.isRealtime, library != .pipewire {
      advice.append("Start it with jackd -R (in qjackctl: Setup, Realtime); see 'real time' below.")
    }
    switch server.xruns {
    case 0: break
    case 1: findings.append("It lost the beat once (an xrun) while it was watched.")
    default: findings.append("It lost the beat \(server.xruns) times (xruns) while it was watched.")
    }
    if server.xruns > 0 {
      let longer = server.period * 2
      advice.append(
        library == .pipewire
          ? "Choose a longer period: pw-metadata -n settings 0 clock.force-quantum \(longer)"
          : "Choose a longer period (jackd … -p \(longer)), and close what else is busy.")
    }
    if server.isFreewheeling {
      findings.append("It freewheels: it renders as fast as it can, not in real time.")
      advice.append("Wait until that is over, or end it with: jack_freewheel n")
    } else if server.hasStalled {
      findings.append("Its time hardly goes on: it is not called by its card.")
      advice.append("Start it anew, with another card or a longer period.")
    }
    let isFault = server.isFreewheeling || server.hasStalled
    return Checkup(
      .server, isFault ? .fault : advice.isEmpty ? .ok : .hint, findings: findings, advice: advice,
      facts: facts, status: isFault ? .unavailable : .success)
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
