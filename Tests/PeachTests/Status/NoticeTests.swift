import Testing

@testable import Client
@testable import Console
@testable import PeachApp
@testable import Program

@Suite("Notices that last and notices that pass")
@MainActor
struct NoticeTests {
  @Test("what begins has an end, and the other way round")
  func pairs() {
    let begun: [Notice] = [
      .reconnecting(wait: .seconds(1)), .serverStalled, .unconnected,
      .saveFailed(reason: ""), .soundLoading("F:0:1"),
    ]
    let ended: [Notice] = [
      .reconnected(client: "peach"), .serverResumed,
      .connected(ports: ["peach:out_1"], peers: ["system:playback_1"]), .saved(ids: []),
      .soundReady("F:0:1"),
    ]
    for (begin, end) in zip(begun, ended) {
      guard case .begins(let fault) = begin.standing, case .ends(let kind, _) = end.standing
      else {
        Issue.record("\(begin.code.name) begins nothing, or \(end.code.name) ends nothing")
        continue
      }
      #expect(fault.kind == kind)
    }
  }

  @Test("what happens once is an event; what the stage shows in another way is not told")
  func events() {
    for notice: Notice in [
      .midiDisconnected(source: "a2j:LPD8 [24] (capture): LPD8 MIDI 1"), .cannotStop, .xrunOften,
      .bufferSize(frames: 64), .notStored, .settings(problem: "noteDuration = 9 is not allowed"),
    ] {
      #expect(notice.standing == .event)
    }
    for notice: Notice in [
      .xrun(count: 1), .ignored(command: "higher"), .waitingForStart,
      .connectionRestored(port: "out_1", peer: "system:playback_1"),
    ] {
      #expect(notice.standing == .unshown)
    }
  }

  @Test("a notice is one sentence in one row")
  func sentences() {
    #expect(Notice.unconnected.onStage == "Nothing connected; o chooses an output.")
    #expect(Notice.reconnecting(wait: .zero).onStage == "No JACK server; trying again.")
    #expect(
      Notice.connected(
        ports: ["p:out_1", "p:out_2"],
        peers: ["Scarlett 2i2:playback_1", "Scarlett 2i2:playback_2"]
      ).onStage == "Playing to Scarlett 2i2 1+2.")
    #expect(
      Notice.midiDisconnected(source: "a2j:LPD8 [24] (capture): LPD8 MIDI 1").onStage
        == "LPD8 is gone; keys still work.")
    #expect(
      Notice.saveFailed(reason: "its disk is full", isDiskFull: true).onStage
        == "Disk full; answers are kept for later.")
    #expect(
      Notice.soundLoading("FluidR3_GM:0:42", progress: 0.43).onStage == "Loading FluidR3_GM, 43 %.")
    // One without a short form is its message, as a sentence.
    #expect(
      Notice.bufferSize(frames: 64).onStage
        == "The JACK buffer size is now 64 frames; training goes on.")
  }

  @Test("scripts find the cause of a failed save and how far a sound is loaded")
  func members() {
    #expect(
      Notice.saveFailed(reason: "", isDiskFull: true).members
        == [ShownField("reason", .text("diskFull"))])
    #expect(Notice.saveFailed(reason: "it is locked").members.isEmpty)
    #expect(
      Notice.soundLoading("F:0:1", progress: 0.5).members
        == [ShownField("soundSource", .text("F:0:1")), ShownField("progress", .double(0.5))])
  }

  @Test("in German")
  func german() {
    StartFixture.inGerman {
      #expect(Notice.unconnected.onStage == "Nichts verbunden; o wählt den Ausgang.")
      #expect(
        Notice.connected(ports: ["p:out_1"], peers: ["Scarlett 2i2:playback_1"]).onStage
          == "Ausgabe über Scarlett 2i2 1.")
      #expect(
        Notice.midiDisconnected(source: "a2j:LPD8 [24] (capture): LPD8 MIDI 1").onStage
          == "LPD8 ist getrennt; die Tastatur genügt.")
      #expect(
        Notice.saveFailed(reason: "", isDiskFull: true).onStage
          == "Platte voll; Antworten werden nachgetragen.")
      // Commands are English.
      #expect(
        Notice.unknownCommand("hoch", .comparison).message.hasPrefix(
          "„hoch“ ist kein Befehl; die Befehle sind higher (h, höher), "))
      #expect(
        Notice.ignored(command: "nudge 3").message
          == "nudge 3 ist im Augenblick nicht möglich und wurde nicht beachtet")
    }
  }
}
