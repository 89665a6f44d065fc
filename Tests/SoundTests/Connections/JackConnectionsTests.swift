import Testing

@testable import Sound

@Suite("JACK connections")
struct JackConnectionsTests {
  typealias Connection = JackConnections.Connection

  private let left = Connection(port: "out_1", peer: "system:playback_1")
  private let right = Connection(port: "out_2", peer: "system:playback_2")
  private let reverb = Connection(port: "out_1", peer: "reverb:in")
  private let knob = Connection(port: "midi_in", peer: "knob:out")

  /// The connections with all of these made.
  private func made(_ connections: Connection...) -> JackConnections {
    var result = JackConnections()
    result.observe(Set(connections)) { _ in true }
    return result
  }

  /// What the next client begins with.
  private func next(after former: JackConnections) -> JackConnections {
    var result = JackConnections()
    result.await(former)
    return result
  }

  @Test("what is connected is remembered, in the order of the names")
  func observation() {
    #expect(made(right, knob, left).all == [knob, left, right])
    #expect(made(left).missing.isEmpty)
  }

  @Test("the connections of the outputs are replaced, and those of the MIDI input are not")
  func replacedOutputs() {
    var connections = made(right, reverb, knob)
    connections.replace(.outputs, with: next(after: made(left)))
    #expect(connections.all == [knob, left] && connections.missing == [left])
    connections.replace(.outputs, with: JackConnections())
    #expect(connections.all == [knob])
  }

  @Test("connections of an input that has gone meanwhile are made again when it comes back")
  func replacedWhileClosed() {
    let microphone = JackConnections.Connection(
      port: JackConnections.audioInput, peer: "system:capture_1")
    var former = JackConnections()
    former.open(JackConnections.audioInput)
    former.observe([microphone]) { _ in true }
    var connections = JackConnections()
    connections.replace(.input, with: former)
    #expect(connections.missing.isEmpty)
    connections.open(JackConnections.audioInput)
    #expect(connections.missing == [microphone])
  }

  @Test("what was asked for an input that has closed meanwhile is made when it opens again")
  func askedWhileClosed() {
    let microphone = Connection(port: JackConnections.audioInput, peer: "system:capture_1")
    var connections = JackConnections()
    connections.recordAsked(microphone)
    #expect(!connections.isInDoubt && connections.missing.isEmpty)
    connections.open(JackConnections.audioInput)
    #expect(connections.missing == [microphone])
  }

  @Test("what the user removes is forgotten once its port has had the time to go, and has not")
  func removal() {
    for removed in [left, knob] {
      var connections = made(removed, right, reverb)
      connections.observe([right, reverb]) { _ in true }
      #expect(connections.isInDoubt)
      connections.beginSettling()
      connections.observe([right, reverb]) { _ in true }
      #expect(connections.all.contains(removed))
      connections.observe([right, reverb], isSettled: true) { _ in true }
      #expect(!connections.isInDoubt)
      #expect(connections.all == [reverb, right])
      #expect(next(after: connections).missing == [reverb, right])
    }
  }

  @Test("a server that takes the connections away before itself leaves them as they were")
  func vanishedServer() {
    var connections = made(left, knob)
    connections.observe([]) { _ in true }
    #expect(next(after: connections).missing == [knob, left])
    // However long it takes: it no longer answers, so nothing is settled.
    connections.beginSettling()
    connections.observe([]) { _ in true }
    #expect(next(after: connections).missing == [knob, left])
  }

  @Test("a port that goes a moment after its connections is no doing of the user's")
  func departure() {
    var connections = made(left, knob)
    connections.observe([]) { _ in true }
    connections.beginSettling()
    connections.observe([], isSettled: true) { $0 == "knob:out" }
    #expect(connections.all == [left])
  }

  @Test("each removal has its own time: a later one is not settled with an earlier one")
  func severalRemovals() {
    var connections = made(left, right)
    connections.observe([right]) { _ in true }
    connections.beginSettling()
    connections.observe([]) { _ in true }
    connections.observe([], isSettled: true) { _ in true }
    #expect(connections.all == [right])
    #expect(connections.isInDoubt)
    connections.beginSettling()
    connections.observe([], isSettled: true) { _ in true }
    #expect(connections.all.isEmpty)
  }

  @Test("what is connected again meanwhile was not removed")
  func madeAgain() {
    var connections = made(left)
    connections.observe([]) { _ in true }
    connections.beginSettling()
    connections.observe([left], isSettled: true) { _ in true }
    #expect(!connections.isInDoubt)
    #expect(connections.all == [left])
  }

  @Test("what goes with its port is kept for the next server")
  func vanishedPort() {
    var connections = made(left, right, knob)
    connections.observe([knob]) { $0 == "knob:out" }
    #expect(connections.all == [knob, left, right])
    #expect(connections.missing.isEmpty && !connections.isInDoubt)
    connections.observe([]) { $0 == "knob:out" }
    connections.beginSettling()
    connections.observe([], isSettled: true) { $0 == "knob:out" }
    #expect(next(after: connections).missing == [left, right])
  }

  @Test("a port that comes back by itself is the user's to connect")
  func portThatComesBack() {
    var connections = made(reverb)
    connections.observe([]) { _ in false }
    connections.observe([]) { _ in true }
    #expect(connections.all.isEmpty)
  }

  @Test("what is missing on a new server stays so until it is made, also over a third one")
  func missing() {
    var connections = next(after: made(left, right, reverb))
    connections.observe([left]) { _ in true }
    #expect(connections.missing == [reverb, right])
    connections.recordAsked(right)
    #expect(connections.missing == [reverb])
    #expect(next(after: connections).missing == [reverb, left, right])
  }

  @Test("a connection that was asked for is not forgotten before it has been seen")
  func asked() {
    var connections = next(after: made(left))
    connections.recordAsked(left)
    connections.observe([]) { _ in true }
    #expect(connections.all == [left])
    connections.observe([left]) { _ in true }
    connections.observe([]) { _ in true }
    connections.beginSettling()
    connections.observe([], isSettled: true) { _ in true }
    #expect(connections.all.isEmpty)
  }

  @Test("a granted connection that does not come is asked for once more, and then forgotten")
  func askedAndRemoved() {
    var connections = next(after: made(left))
    connections.recordAsked(left)
    #expect(connections.isInDoubt)
    connections.beginSettling()
    connections.observe([]) { _ in true }
    #expect(connections.pending == [left])
    connections.observe([], isSettled: true) { _ in true }
    #expect(connections.missing == [left])
    connections.recordAsked(left)
    connections.beginSettling()
    connections.observe([], isSettled: true) { _ in true }
    #expect(connections.all.isEmpty && !connections.isInDoubt)
  }

  @Test("a port that has gone and come back is asked once more again; a renamed one is the same")
  func askedAgainElsewhere() {
    func askedAgain() -> JackConnections {
      var connections = next(after: made(left))
      connections.recordAsked(left)
      connections.beginSettling()
      connections.observe([], isSettled: true) { _ in true }
      #expect(connections.missing == [left])
      connections.recordAsked(left)
      return connections
    }
    var gone = askedAgain()
    gone.observe([]) { _ in false }
    gone.recordAsked(left)
    gone.beginSettling()
    gone.observe([], isSettled: true) { _ in true }
    #expect(gone.missing == [left])

    var renamed = askedAgain()
    renamed.rename(left.peer, to: "system:phones")
    renamed.beginSettling()
    renamed.observe([], isSettled: true) { _ in true }
    #expect(renamed.all.isEmpty)
  }

  @Test("a connection whose port went before anybody saw it is made again when that comes back")
  func askedAndGone() {
    var connections = next(after: made(left))
    connections.recordAsked(left)
    connections.observe([]) { _ in false }
    #expect(connections.missing == [left])
  }

  @Test("a connection whose port was made anew before anybody saw it is made again")
  func askedAndReplaced() {
    var connections = next(after: made(left, right))
    connections.recordAsked(left)
    connections.recordAsked(right)
    connections.observe([right], replaced: [left.peer, right.peer]) { _ in true }
    #expect(connections.missing == [left])
  }

  @Test("what others have connected already is not missing")
  func madeByOthers() {
    var connections = made(left)
    connections.await(made(left, right))
    #expect(connections.missing == [right])
  }

  @Test("a renamed port keeps its connections; what the user removes then is not made again")
  func renaming() {
    var connections = made(left, right)
    connections.rename(left.peer, to: "system:main")
    let main = Connection(port: "out_1", peer: "system:main")
    connections.observe([main, right]) { _ in true }
    #expect(connections.all == [main, right])
    #expect(!connections.isInDoubt)
    // On the next server it may have either name.
    #expect(next(after: connections).candidates(for: main) == [main, left])
    #expect(next(after: connections).candidates(for: right) == [right])
    connections.observe([right]) { _ in true }
    connections.beginSettling()
    connections.observe([right], isSettled: true) { _ in true }
    #expect(next(after: connections).missing == [right])
  }

  @Test("a port that is renamed twice and back is what it was")
  func renamingBack() {
    var connections = made(left)
    connections.rename(left.peer, to: "system:a")
    connections.rename("system:a", to: "system:b")
    let other = Connection(port: "out_1", peer: "system:b")
    #expect(connections.candidates(for: other) == [other, left])
    connections.rename("system:b", to: left.peer)
    #expect(connections == made(left))
  }

  @Test("a renamed port is known by its identity; one that comes in another's place is not")
  func renames() {
    let known: [String: UInt64] = ["a:x": 1, "a:y": 2, "a:z": 0]
    let same = PortRenames.between(known, and: known)
    #expect(same.isEmpty)
    let renamed = PortRenames.between(known, and: ["b:x": 1, "a:y": 2, "b:z": 0])
    #expect(renamed.map(\.old) == ["a:x"] && renamed.map(\.new) == ["b:x"])
    #expect(PortRenames.between(known, and: ["a:x": 3, "b:y": 4]).isEmpty)
    // Two were renamed while they were looked up, and found by both names.
    let found = PortRenames.latest(known, later: ["b:x": 1, "b:y": 2, "c:z": 0])
    #expect(found == ["a:z": 0, "b:x": 1, "b:y": 2, "c:z": 0])
    #expect(PortRenames.between(known, and: found).map(\.old).sorted() == ["a:x", "a:y"])
  }
}
