import Testing

@testable import Sound

@Suite("Names of JACK clients")
struct ClientNameTests {
  @Test("the client's name ends at the first colon")
  func port() {
    #expect(ClientName.ofPort("system:playback_1") == "system")
    #expect(ClientName.ofPort("a2j:LPD8 [24] (capture): LPD8 MIDI 1") == "a2j")
    #expect(ClientName.ofPort("nothing") == "nothing")
  }

  @Test("a name that nobody has is granted, a taken one gets the next free number")
  func freeName() {
    #expect(ClientName.free("peach", isExact: false, among: []) == "peach")
    #expect(ClientName.free("peach", isExact: false, among: ["peach2:in", "p:peach"]) == "peach")
    #expect(ClientName.free("peach", isExact: false, among: ["peach:out_1"]) == "peach-01")
    #expect(
      ClientName.free("peach", isExact: false, among: ["peach:a", "peach:b", "peach-01:a"])
        == "peach-02")
  }

  @Test("there is no other name where it is to be exact, nor when all are taken")
  func noFreeName() {
    #expect(ClientName.free("peach", isExact: true, among: ["peach:out_1"]) == nil)
    #expect(ClientName.free("peach", isExact: true, among: ["desk:in"]) == "peach")
    let all = ["peach:in"] + (1...99).map { "peach-\($0 < 10 ? "0" : "")\($0):in" }
    #expect(ClientName.free("peach", isExact: false, among: all) == nil)
  }
}
