import Music
import Testing

@testable import Client
@testable import Console
@testable import PeachApp
@testable import Program

@Suite("The status row")
@MainActor
struct StatusRowTests {
  private let outputs = ["Scarlett 2i2:playback_1", "Scarlett 2i2:playback_2"]

  private func facts(
    _ server: LinkStatus.Server = .running, outputs: [String]? = nil, inputs: [String] = []
  ) -> StatusFacts {
    var facts = StatusFacts()
    facts.sound = "Sine"
    facts.level = -12
    facts.link = LinkStatus(server: server, outputs: outputs ?? self.outputs, inputs: inputs)
    return facts
  }

  private func row(_ facts: StatusFacts, _ glyphs: Glyphs = .unicode) -> String {
    facts.row(glyphs).plain
  }

  @Test("what sounds, its pitch, where, how loud, and the controller")
  func ordinary() {
    let facts = facts(inputs: ["a2j:LPD8 [24] (capture): LPD8 MIDI 1"])
    #expect(row(facts) == "Sine · A 440 · → Scarlett 2i2 1+2 · −12 dB · LPD8")
    #expect(row(facts, .ascii) == "Sine - A 440 - > Scarlett 2i2 1+2 - -12 dB - LPD8")
    #expect(facts.spoken == "Sine to Scarlett 2i2 1+2, -12 dB.")
    var other = self.facts(.unasked)
    other.referencePitch = 441.5
    other.link.outputs = nil
    #expect(row(other) == "Sine · A 441.5 · −12 dB")
  }

  @Test("a lasting fault takes its place until the server says that it is over")
  func faults() {
    var facts = facts(.away)
    #expect(row(facts) == "! no JACK server: trying again")
    #expect(facts.spoken == "No JACK server; trying again.")
    facts.link.server = .stalled
    #expect(row(facts) == "! the JACK server does not respond: waiting")
    facts.link.server = .running
    facts.link.outputs = []
    #expect(row(facts) == "! nothing connected: o")
    #expect(facts.spoken == "Nothing connected; o chooses an output.")
    facts.link.outputs = outputs
    #expect(row(facts).hasPrefix("Sine"))
  }

  @Test("a server that was not found at the start is missing; one that was not looked for is not")
  func missing() {
    var facts = facts(.unasked)
    #expect(facts.silence == nil)
    facts.isServerMissing = true
    #expect(facts.silence == .noServer)
    facts.link.server = .running
    #expect(facts.silence == nil)
  }

  @Test("what the server does not answer is not believed to be nothing")
  func unknown() {
    var facts = facts()
    facts.link.outputs = nil
    #expect(facts.faults.isEmpty)
  }

  @Test("a disk that is full is told as long as answers wait")
  func disk() {
    var facts = facts()
    facts.receive(.saveFailed(reason: "its disk is full", isDiskFull: true))
    #expect(row(facts) == "! not stored: disk full")
    facts.receive(.saveFailed(reason: "another program has locked it"))
    #expect(row(facts) == "! not stored: trying again")
    #expect(facts.silence == nil, "notes sound all the same")
    facts.receive(.saved(ids: []))
    #expect(row(facts).hasPrefix("Sine"))
  }

  @Test("a sound that is loaded shows how far it is, and is no fault")
  func loading() {
    var facts = facts()
    facts.receive(.soundLoading("FluidR3_GM:0:42"))
    #expect(row(facts) == "loading FluidR3_GM")
    facts.receive(.soundLoading("FluidR3_GM:0:42", progress: 0.43))
    #expect(row(facts) == "loading FluidR3_GM 43 %")
    #expect(facts.row(.unicode).runs.allSatisfy { $0.style == .plain })
    facts.receive(.soundReady("FluidR3_GM:0:42"))
    #expect(row(facts).hasPrefix("Sine"))
    facts.receive(.soundLoading("FluidR3_GM:0:42"))
    facts.endLoading(of: .default)
    #expect(!facts.faults.isEmpty, "another sound")
    facts.endLoading(of: SoundSourceID(font: "FluidR3_GM", bank: 0, program: 42))
    #expect(facts.faults.isEmpty)
  }

  @Test("of several the most important one comes first; only the signs are red")
  func several() {
    var facts = facts(outputs: [])
    facts.receive(.soundLoading("FluidR3_GM:0:42"))
    facts.receive(.saveFailed(reason: "its disk is full", isDiskFull: true))
    #expect(
      row(facts) == "! nothing connected: o   ! not stored: disk full   loading FluidR3_GM")
    for run in facts.row(.unicode).runs {
      #expect((run.style == .fault) == (run.text == "!"))
    }
  }

  @Test("a notice of the server changes nothing that the server says itself")
  func notBelieved() {
    var facts = facts()
    facts.receive(.unconnected)
    facts.receive(.reconnecting(wait: .seconds(1)))
    facts.receive(.serverStalled)
    #expect(facts.faults.isEmpty)
  }

  @Test("in German, in the words of musicians")
  func german() {
    var facts = facts()
    StartFixture.inGerman {
      #expect(row(facts) == "Sine · A 440 · → Scarlett 2i2 1+2 · −12 dB")
      #expect(facts.spoken == "Sine über Scarlett 2i2 1+2, -12 dB.")
      facts.link.server = .away
      #expect(row(facts) == "! kein JACK-Server: neuer Versuch")
      facts.link = LinkStatus(server: .running, outputs: [], inputs: [])
      #expect(row(facts) == "! nichts verbunden: o")
      #expect(facts.spoken == "Nichts verbunden; o wählt den Ausgang.")
      facts.link.outputs = outputs
      facts.receive(.saveFailed(reason: "", isDiskFull: true))
      #expect(row(facts) == "! nicht gespeichert: Platte voll")
      #expect(facts.spoken == "Platte voll; Antworten werden nachgetragen.")
      facts.receive(.saved(ids: []))
      facts.receive(.soundLoading("FluidR3_GM:0:42", progress: 0.43))
      #expect(facts.spoken == "FluidR3_GM wird geladen, 43 %.")
    }
  }

  @Test("the level as a bar, from the softest to the loudest")
  func level() {
    func bar(_ decibels: Double) -> String { LevelText.bar(decibels, .unicode).plain }
    #expect(bar(0) == "Level ━━━━━━━━━━━━━━━━━━━━ 0 dB")
    #expect(bar(-12) == "Level ━━━━━━━━━━━━━━━━──── −12 dB")
    #expect(bar(-60) == "Level ──────────────────── −60 dB")
    #expect(LevelText.bar(-12, .ascii).plain == "Level ================---- -12 dB")
  }

  @Test("levels have a minus sign if the terminal has one")
  func minus() {
    #expect(LevelText.text(-3, .unicode) == "−3 dB" && LevelText.text(-3, .ascii) == "-3 dB")
    #expect(LevelText.text(-24...0, .unicode) == "−24–0")
    #expect(LevelText.text(-24...0, .ascii) == "-24–0")
  }

  @Test("ports are called by the device and its channels")
  func ports() {
    #expect(PortLabel.outputs(["system:playback_1", "system:playback_2"]) == "system 1+2")
    #expect(
      PortLabel.outputs([
        "Built-in Audio Analog Stereo:playback_FL", "Built-in Audio Analog Stereo:playback_FR",
      ]) == "Built-in Audio Analog Stereo FL+FR")
    #expect(PortLabel.outputs(["ardour:master/audio_in 1", "rec:in2"]) == "ardour 1, rec 2")
    #expect(PortLabel.outputs(["Pro:playback_AUX0"]) == "Pro AUX0")
    #expect(PortLabel.controller("Midi-Bridge:LPD8:(capture_0) LPD8 MIDI 1") == "LPD8")
    #expect(PortLabel.controller("alsa_midi:nanoKONTROL2 MIDI 1 (out)") == "nanoKONTROL2")
    #expect(PortLabel.controller("system:midi_capture_1") == "midi_capture_1")
    #expect(PortLabel.controller("vkeybd:out") == "vkeybd")
  }
}
