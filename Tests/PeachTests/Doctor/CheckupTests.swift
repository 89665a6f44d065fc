import OSC
import Settings
import Testing

@testable import Client
@testable import PeachApp
@testable import Program
@testable import Sound

@Suite("What the doctor makes of what was found")
@MainActor
struct CheckupTests {
  private static let nobody = LimitFacts(
    user: "ada", grants: [], sessionGroups: ["ada"], memberships: ["ada"])

  private func server(
    _ outcome: ServerWatch.Outcome, library: JackLibraryFile.Kind = .jack2, pipeWire: Bool = false
  ) -> Checkup {
    ServerCheck(
      name: "studio", outcome: outcome, library: library, isPipeWireRunning: pipeWire
    ).checkup
  }

  private func running(
    isRealtime: Bool = true, driver: String? = "alsa", outputs: Int = 2, xruns: Int = 0,
    isFreewheeling: Bool = false, hasStalled: Bool = false
  ) -> ServerWatch.Outcome {
    .answered(
      ServerReport(
        sampleRate: 48_000, period: 64, isRealtime: isRealtime, clientPriority: 5, driver: driver,
        outputs: (0..<outputs).map { "system:playback_\($0)" }, sources: [], xruns: xruns,
        measuredRate: isFreewheeling ? 480_000 : hasStalled ? 0 : 48_000, load: 0.12))
  }

  @Test("a good server is told with rate, period in frames and milliseconds, priority and driver")
  func goodServer() {
    let checkup = server(running())
    #expect(checkup.state == .ok && checkup.advice.isEmpty)
    let text = checkup.findings.joined(separator: " ")
    for part in ["studio", "48000 Hz", "64 frames", "1.33 ms", "12 %", "priority 5", "alsa"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("no server, a hanging one and one that refuses are faults with 69 and advice")
  func serverFaults() {
    for state in [ServerWatch.Outcome.absent, .silent, .refused(.notActivated)] {
      let checkup = server(state)
      #expect(checkup.state == .fault && checkup.status == .unavailable)
      #expect(!checkup.advice.isEmpty && checkup.findings[0].contains("studio"))
    }
    let withPipeWire = server(.absent, pipeWire: true)
    #expect(withPipeWire.advice.contains { $0.contains("pw-jack") })
    #expect(!server(.absent).advice.contains { $0.contains("pw-jack") })
    for state in [ServerWatch.Outcome.absent, .silent] {
      let advice = server(state, library: .pipewire, pipeWire: true).advice
      #expect(advice[0].contains("systemctl --user"))
      #expect(!advice.joined().contains("jackd -d"))
    }
  }

  @Test("what could be better on a server is a hint, each with its advice")
  func serverHints() {
    for (state, advice) in [
      (running(isRealtime: false), "-R"), (running(driver: "dummy"), "alsa"),
      (running(driver: nil, outputs: 0), "aplay"), (running(xruns: 3), "-p 128"),
    ] {
      let checkup = server(state)
      #expect(checkup.state == .hint && checkup.status == .success)
      #expect(checkup.advice.joined().contains(advice))
    }
    #expect(server(running(isRealtime: false), library: .pipewire).state == .ok)
    #expect(server(running(), library: .pipewire).findings.contains("Peach reached PipeWire."))
    #expect(server(running(), library: .jack2).findings.contains("Peach reached jackd."))
    let onPipeWire = server(running(outputs: 0, xruns: 1), library: .pipewire)
    #expect(onPipeWire.advice.joined().contains("wpctl"))
    #expect(onPipeWire.advice.joined().contains("clock.force-quantum 128"))
  }

  @Test("a server that freewheels or stands still cannot be trained with")
  func unusableServer() {
    for state in [running(isFreewheeling: true), running(hasStalled: true)] {
      let checkup = server(state)
      #expect(checkup.state == .fault && checkup.status == .unavailable)
      #expect(!checkup.advice.isEmpty)
    }
  }

  @Test(
    "libraries are told apart by their version or path",
    arguments: [
      ("1.9.21", "/usr/lib/libjack.so.0", .jack2), ("0.126.0", nil, .jack1),
      ("3.0.0.0 (using PipeWire 0.3.65)", nil, .pipewire),
      ("1.9.21", "/usr/lib/pipewire-0.3/jack/libjack.so.0", .pipewire), ("7", nil, .unknown),
    ] as [(String, String?, JackLibraryFile.Kind)])
  func library(version: String, path: String?, kind: JackLibraryFile.Kind) {
    let facts = JackLibraryFile(version: version, path: path)
    #expect(facts.kind == kind)
    let checkup = LibraryCheck(library: facts).checkup
    #expect(checkup.state == .ok && checkup.findings[0].contains(version))
  }

  private func realtime(_ isAllowed: Bool, _ need: RealtimeCheck.Need) -> Checkup {
    RealtimeCheck(
      isAllowed: isAllowed, priority: 5, limit: 0, need: need, limits: Self.nobody
    ).checkup
  }

  @Test("real time that is denied is a fault where the server needs it, a hint where it does not")
  func realTime() {
    for need in [RealtimeCheck.Need.required, .notRequired, .unknown, .byPipeWire] {
      #expect(realtime(true, need).state == .ok)
    }
    #expect(realtime(false, .required).state == .fault)
    #expect(realtime(false, .required).status == .configuration)
    #expect(realtime(false, .unknown).state == .fault)
    #expect(realtime(false, .notRequired).state == .hint)
    #expect(realtime(false, .byPipeWire).state == .ok)
  }

  @Test(
    "the advice on limits is what is missing: a file, a membership, a login",
    arguments: [
      ([], ["ada"], ["ada"], nil, "95-audio.conf"),
      ([], ["ada"], ["ada"], "/x/audio.conf.disabled", "dpkg-reconfigure"),
      (["@audio"], ["ada"], ["ada"], nil, "usermod -aG audio ada"),
      (["@audio"], ["ada"], ["ada", "audio"], nil, "Log out"),
      (["@realtime", "@audio"], ["ada"], ["ada"], nil, "usermod -aG realtime ada"),
      (["ada"], ["ada"], ["ada"], nil, "Log out"), (["*"], ["ada"], ["ada"], nil, "Log out"),
    ] as [([String], [String], [String], String?, String)])
  func limits(
    domains: [String], session: [String], memberships: [String], disabled: String?, advice: String
  ) {
    let limits = LimitFacts(
      user: "ada",
      grants: domains.map {
        .init(path: "/x/y.conf", domain: $0, item: .lockedMemory, value: "95")
      },
      sessionGroups: session, memberships: memberships, disabledFile: disabled)
    let checkup = MemoryCheck(
      isLocked: false, limit: 65_536, requirement: 1 << 30, limits: limits
    ).checkup
    #expect(checkup.state == .fault && checkup.status == .configuration)
    #expect(checkup.advice.first?.contains(advice) == true)
    #expect(checkup.advice.last?.contains("Log out") == true)
    #expect(checkup.findings[0].contains("64 KiB") && checkup.findings[0].contains("1024 MiB"))
  }

  @Test("memory that can be locked is well, with or without a limit")
  func memory() {
    for limit in [nil, 1 << 40] as [Int?] {
      let facts = MemoryCheck(isLocked: true, limit: limit, requirement: 1, limits: Self.nobody)
      #expect(facts.checkup.state == .ok)
    }
  }

  @Test(
    "a clock that is not held at its highest is a hint",
    arguments: [
      ([], Checkup.State.ok), (["performance", "performance"], .ok),
      (["powersave", "performance"], .hint), (["schedutil"], .hint),
    ])
  func processor(governors: [String], state: Checkup.State) {
    let checkup = ProcessorCheck(governors: governors).checkup
    #expect(checkup.state == state && checkup.advice.isEmpty == (state == .ok))
  }

  @Test("no font is 70, a sound that is not to be had 78")
  func sounds() {
    let good = SoundsCheck(builtInFont: "/f.sf2", source: "sf2:8:80", problem: nil).checkup
    #expect(good.state == .ok && good.findings[0].contains("/f.sf2"))
    let none = SoundsCheck(builtInFont: nil, source: "sf2:8:80", problem: "in none of /a").checkup
    #expect(none.status == .software && none.findings[0].contains("/a"))
    let missing = SoundsCheck(builtInFont: "/f.sf2", source: "sf2:1:1", problem: "no preset")
      .checkup
    #expect(missing.status == .configuration && missing.findings[0].contains("sf2:1:1"))
    #expect(missing.advice[0].contains("settings unset soundSource"))
  }

  @Test("every problem of the settings file is told; the code is the first one's")
  func settings() {
    let path = "/c/config.toml"
    #expect(SettingsCheck(path: path, exists: true, problems: []).checkup.state == .ok)
    #expect(SettingsCheck(path: path, exists: false, problems: []).checkup.state == .ok)
    let problems = [Fault.missingScale("no scale"), .configuration("bad")]
    let checkup = SettingsCheck(path: path, exists: true, problems: problems).checkup
    #expect(checkup.state == .fault && checkup.status == .missingFile)
    #expect(checkup.findings == ["no scale", "bad"])
  }

  @Test("the site's files are named; what is wrong there is a hint, since training goes on")
  func site() {
    let path = "/etc/xdg/peach/config.toml"
    var check = SettingsCheck(path: "/c/config.toml", exists: false, problems: [])
    check.sites = [SettingsCheck.Site(path: path, problems: [])]
    #expect(check.checkup.state == .ok)
    #expect(check.checkup.findings.last?.contains(path) == true)
    check.sites = [SettingsCheck.Site(path: path, problems: [.configuration("bad")])]
    #expect(check.checkup.state == .hint && check.checkup.status == .success)
    #expect(check.checkup.findings.last == "bad")
    #expect(check.checkup.advice.first?.contains(path) == true)
  }

  @Test("MIDI sources are named, many of them counted; none is no fault")
  func midi() {
    func source(_ number: Int) -> ServerPort {
      ServerPort(name: "a:\(number)", isPhysical: true)
    }
    #expect(MIDICheck(sources: nil).checkup.state == .hint)
    #expect(MIDICheck(sources: []).checkup.state == .ok)
    #expect(MIDICheck(sources: [source(1)]).checkup.findings == ["a:1"])
    #expect(
      MIDICheck(sources: (1...9).map(source)).checkup.findings.last?.contains("4 more") == true)
  }

  @Test("lights that go nowhere by themselves are named, and the inputs that they go to")
  func lights() throws {
    func findings(_ texts: [SettingKey: String]) throws -> [String] {
      MIDICheck(sources: [], feedback: try MIDISettings(of: texts).feedback).checkup.findings
    }
    #expect(try findings([:]).count == 1)
    #expect(try findings(["lights": "right:note:1"]).last?.contains("connectMidiOutput") == true)
    let connected = try findings([.connectMidiOutput: "LPD8,nano"])
    #expect(connected.count == 2 && connected.last?.contains("LPD8, nano") == true)
  }

  @Test("a session manager that cannot be there is a hint; none, and one that may be, are well")
  func session() {
    #expect(SessionCheck(manager: .none).checkup.state == .ok)
    #expect(SessionCheck(manager: .ladish(name: "ear")).checkup.findings[0].contains("'ear'"))
    for (reach, state) in [
      (NSMProbe.Reach.possible, Checkup.State.ok), (.nobody, .hint), (.noAddress, .hint),
    ] {
      let checkup = SessionCheck(manager: .nsm(url: "osc.udp://x:1/", reach)).checkup
      #expect(checkup.state == state && checkup.advice.isEmpty == (state == .ok))
      #expect(checkup.findings[0].contains("osc.udp://x:1/"))
    }
  }

  @Test("a port that is taken is a hint, one that is not to be had a fault with its reason")
  func remote() {
    #expect(OSCCheck(state: .off).checkup.state == .ok)
    let free = OSCCheck(state: .free(address: "127.0.0.1:9", isOpen: false)).checkup
    let open = OSCCheck(state: .free(address: "0.0.0.0:9", isOpen: true)).checkup
    #expect(free.state == .ok && open.state == .ok && free.findings[1] != open.findings[1])
    #expect(OSCCheck(state: .taken(address: "127.0.0.1:9")).checkup.state == .hint)
    let fault = OSCCheck(state: .impossible(.configuration("no such address"))).checkup
    #expect(fault.status == .configuration && fault.findings == ["no such address"])
  }

  @Test(
    "what is wrong with the history is a fault, what waits for the next start a hint",
    arguments: [
      ([], Checkup.State.ok, Program.ExitStatus.success), (["pendingRecovery"], .hint, .success),
      (["pendingRecovery", "damaged"], .fault, .badData), (["notWritable"], .fault, .inputOutput),
      (["notWritable", "unreadable"], .fault, .badData),
    ])
  func history(codes: [String], state: Checkup.State, status: Program.ExitStatus) {
    let facts = HistoryFacts(
      report: nil, findings: codes.map { .init(code: $0, message: "it: \($0)") })
    let checkup = HistoryCheck(path: "/d/t.sqlite", state: .examined(facts)).checkup
    #expect(checkup.state == state && checkup.status == status)
    for code in codes { #expect(checkup.findings.contains("it: \(code)")) }
  }

  @Test("no history yet is well, unless results wait for it")
  func noHistory() {
    func state(_ waiting: [HistoryFacts.Finding]) -> Checkup.State {
      HistoryCheck(path: "/d", state: .absent(waiting: waiting)).checkup.state
    }
    #expect(state([]) == .ok)
    #expect(state([.init(code: "pendingRecovery", message: "2 results")]) == .hint)
  }

  @Test("a folder that cannot be written to or made is 73, with what it means")
  func folders() {
    func checkup(_ exists: Bool, _ isWritable: Bool) -> Checkup {
      FoldersCheck(folders: [
        .init(use: .history, path: "/d/peach", exists: exists, isWritable: isWritable)
      ]).checkup
    }
    #expect(checkup(true, true).state == .ok && checkup(false, true).state == .ok)
    #expect(checkup(true, false).advice[0].contains("chmod"))
    #expect(checkup(false, false).advice[0].contains("mkdir"))
    #expect(checkup(false, false).status == .cannotCreate)
    #expect(checkup(true, false).findings[0].contains("results cannot be stored"))
  }

  @Test("a terminal that is small, without UTF-8 or dumb gets a hint; a pipe none")
  func terminal() {
    func checkup(
      _ isTerminal: Bool, _ columns: Int, _ rows: Int, _ isUTF8: Bool, _ type: String
    ) -> Checkup {
      TerminalCheck(
        isTerminal: isTerminal, columns: columns, rows: rows, isUTF8: isUTF8, type: type,
        hasNoColor: true
      ).checkup
    }
    let good = checkup(true, 60, 15, true, "xterm")
    #expect(good.state == .ok && good.findings.joined().contains("NO_COLOR"))
    #expect(good.findings[0].contains("60×15"))
    #expect(checkup(true, 59, 15, true, "xterm").advice[0].contains("60×15"))
    #expect(checkup(true, 80, 24, false, "xterm").advice[0].contains("UTF-8"))
    #expect(checkup(true, 80, 24, true, "dumb").state == .hint)
    #expect(checkup(false, 1, 1, false, "").state == .ok)
  }
}
