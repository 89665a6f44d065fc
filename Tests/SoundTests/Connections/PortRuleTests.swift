import Testing

@testable import Sound

/// As ports come and go.
@Suite("PortRule")
struct OutputWatchTests {
  typealias Connection = JackConnections.Connection

  /// The outputs of a machine.
  private func outputs(
    _ count: Int, of client: String = "system", identity: UInt64 = 0
  ) -> [ServerPort] {
    (0..<count).map {
      ServerPort(
        name: "\(client):playback_\($0 + 1)", isPhysical: true, identity: identity)
    }
  }

  private func inputs(_ names: String...) -> [ServerPort] {
    names.map { ServerPort(name: $0) }
  }

  private let left = Connection(port: "out_1", peer: "system:playback_1")
  private let right = Connection(port: "out_2", peer: "system:playback_2")

  private func watch(matching pattern: String) throws -> PortRule {
    PortRule(.outputs, .matching(try #require(PortPattern(pattern))))
  }

  /// A watch that has connected both outputs with a machine of two.
  private func connected() -> PortRule {
    var watch = PortRule(.outputs, .physical)
    _ = watch.observe(outputs(2), present: [])
    _ = watch.observe(outputs(2), present: [left, right])
    return watch
  }

  @Test("none, one, two or many outputs: the first two, and one alone gets one")
  func counts() {
    for (count, made) in [(0, []), (1, [left]), (2, [left, right]), (8, [left, right])] {
      var watch = PortRule(.outputs, .physical)
      let others = inputs("desk:in_1", "desk:in_2")
      #expect(watch.observe(others + outputs(count), present: []) == made)
      // What is under way is not asked for again.
      #expect(watch.observe(others + outputs(count), present: []).isEmpty)
    }
  }

  @Test("the port that the user has disconnected is known as soon as that is beyond doubt")
  func released() throws {
    var watch = PortRule(.input, .matching(try #require(PortPattern("mic"))))
    let made = Connection(port: "in_1", peer: "mic:b")
    let ports = [ServerPort(name: "mic:b"), ServerPort(name: "mic:a")]
    #expect(watch.releasedPort == nil && !watch.findsPort)
    #expect(watch.observe(ports, present: []) == [made])
    // It is asked for, and a first port in the alphabet is no reason to name it.
    #expect(watch.releasedPort == nil && watch.findsPort)
    _ = watch.observe(ports, present: [made])
    _ = watch.observe(ports, present: [])
    #expect(watch.isInDoubt && watch.releasedPort == nil)
    watch.beginSettling()
    _ = watch.observe(ports, present: [], isSettled: true)
    #expect(watch.releasedPort == "mic:b")
    _ = watch.observe(Array(ports.suffix(1)), present: [])
    #expect(watch.releasedPort == nil)
    _ = watch.observe(ports, present: [made])
    #expect(watch.releasedPort == nil)
  }

  @Test("off is off")
  func off() {
    var watch = PortRule(.outputs, .nothing)
    #expect(watch.observe(outputs(8), present: []).isEmpty)
  }

  @Test("both ears hear one device, also where a device of one output comes first")
  func devices() {
    var watch = PortRule(.outputs, .physical)
    let mono = Connection(port: "out_1", peer: "headset:playback_1")
    #expect(watch.observe(outputs(1, of: "headset") + outputs(2), present: []) == [mono])
    #expect(
      watch.observe(outputs(1, of: "headset") + outputs(2) + outputs(2, of: "usb"), present: [mono])
        .isEmpty)
  }

  @Test("a device is known by its client, whatever its ports are called")
  func colons() {
    var watch = PortRule(.outputs, .physical)
    let names = ["card:playback: left", "card:playback: right"]
    #expect(
      watch.observe(names.map { ServerPort(name: $0, isPhysical: true) }, present: []) == [
        Connection(port: "out_1", peer: names[0]), Connection(port: "out_2", peer: names[1]),
      ])
  }

  @Test("a pattern takes the first two that fit, in the server's order, of whatever client")
  func pattern() throws {
    var watch = try watch(matching: "left|right")
    #expect(
      watch.observe(inputs("b:right", "x:in", "a:left", "c:left"), present: []) == [
        Connection(port: "out_1", peer: "b:right"), Connection(port: "out_2", peer: "a:left"),
      ])
  }

  @Test("what is not there yet is connected when it comes, also one port after the other")
  func late() throws {
    var watch = try watch(matching: "desk")
    #expect(watch.observe(outputs(2), present: []).isEmpty)
    let first = Connection(port: "out_1", peer: "desk:1")
    #expect(watch.observe(outputs(2) + inputs("desk:1"), present: []) == [first])
    #expect(
      watch.observe(outputs(2) + inputs("desk:1", "desk:2"), present: [first]) == [
        Connection(port: "out_2", peer: "desk:2")
      ])
  }

  @Test("what comes back is connected as it was, whatever the order in which it comes")
  func comingBack() {
    var watch = connected()
    #expect(watch.observe([], present: []).isEmpty)
    let second = [outputs(2)[1]]
    #expect(watch.observe(second, present: []) == [right])
    #expect(watch.observe(outputs(2), present: [right]) == [left])
  }

  @Test("what comes in place of what has gone is connected, but not what was there before")
  func replacement() throws {
    var watch = PortRule(.outputs, .physical)
    _ = watch.observe(outputs(2) + outputs(2, of: "built-in"), present: [])
    #expect(watch.observe(outputs(2, of: "built-in"), present: []).isEmpty)
    #expect(
      watch.observe(outputs(2, of: "built-in") + outputs(2, of: "usb"), present: []) == [
        Connection(port: "out_1", peer: "usb:playback_1"),
        Connection(port: "out_2", peer: "usb:playback_2"),
      ])
  }

  @Test("what the user disconnects stays so, also when the port goes and comes back")
  func disconnection() {
    var watch = connected()
    #expect(watch.observe(outputs(2), present: [right]).isEmpty)
    #expect(watch.isInDoubt)
    watch.beginSettling()
    #expect(watch.observe(outputs(2), present: [right], isSettled: true).isEmpty)
    #expect(!watch.isInDoubt)
    #expect(watch.observe([], present: []).isEmpty)
    #expect(watch.observe(outputs(2), present: []) == [right])
    #expect(watch.onNextServer.target == .physical)
  }

  @Test("each removal has its own time, and none ends while the server does not answer")
  func severalDisconnections() {
    var watch = connected()
    _ = watch.observe(outputs(2), present: [right])
    watch.beginSettling()
    _ = watch.observe(outputs(2), present: [])
    #expect(watch.observe(outputs(2), present: [], isSettled: true).isEmpty)
    #expect(watch.isInDoubt)
    watch.beginSettling()
    _ = watch.observe(outputs(2), present: [])
    #expect(watch.observe([], present: []).isEmpty)
    // Of the first it is known by whom, of the second that it went with its port.
    #expect(watch.observe(outputs(2), present: []) == [right])
  }

  @Test("a port whose connections go a moment before itself was not disconnected by the user")
  func departure() {
    var watch = connected()
    #expect(watch.observe(outputs(2), present: []).isEmpty)
    #expect(watch.isInDoubt)
    watch.beginSettling()
    #expect(watch.observe([], present: [], isSettled: true).isEmpty)
    #expect(!watch.isInDoubt)
    #expect(watch.observe(outputs(2), present: []) == [left, right])
  }

  @Test("a granted connection that does not come is asked for once more, and then left alone")
  func disconnectionAtOnce() {
    var watch = PortRule(.outputs, .physical)
    for connection in watch.observe(outputs(2), present: []) { watch.recordGrant(of: connection) }
    #expect(watch.isInDoubt)
    watch.beginSettling()
    #expect(watch.observe(outputs(2), present: [right], isSettled: true) == [left])
    watch.recordGrant(of: left)
    #expect(watch.isInDoubt)
    watch.beginSettling()
    #expect(watch.observe(outputs(2), present: [right], isSettled: true).isEmpty)
    #expect(!watch.isInDoubt)
    _ = watch.observe([], present: [])
    #expect(watch.observe(outputs(2), present: []) == [right])
  }

  /// A watch that has asked once more for the first output, and waits for that.
  private func askedAgain(_ ports: [ServerPort]) -> PortRule {
    var watch = PortRule(.outputs, .physical)
    for connection in watch.observe(ports, present: []) { watch.recordGrant(of: connection) }
    watch.beginSettling()
    _ = watch.observe(ports, present: [right], isSettled: true)
    watch.recordGrant(of: left)
    return watch
  }

  @Test(
    "on the next server, and after the port has gone, a grant that does not come is asked for once more"
  )
  func askedAgainElsewhere() {
    var next = askedAgain(outputs(2)).onNextServer
    for connection in next.observe(outputs(2), present: []) { next.recordGrant(of: connection) }
    next.beginSettling()
    #expect(next.observe(outputs(2), present: [right], isSettled: true) == [left])

    var back = askedAgain(outputs(2))
    _ = back.observe([], present: [])
    for connection in back.observe(outputs(2), present: []) { back.recordGrant(of: connection) }
    back.beginSettling()
    #expect(back.observe(outputs(2), present: [right], isSettled: true) == [left])
  }

  @Test("a port that is renamed was asked for under its former name")
  func askedAgainRenamed() {
    func ports(_ first: String) -> [ServerPort] {
      [
        ServerPort(name: first, isPhysical: true, identity: 1),
        ServerPort(name: right.peer, isPhysical: true, identity: 2),
      ]
    }
    var watch = askedAgain(ports(left.peer))
    let renamed = ports("system:phones")
    #expect(watch.observe(renamed, present: [right]).isEmpty)
    watch.beginSettling()
    #expect(watch.observe(renamed, present: [right], isSettled: true).isEmpty)
    #expect(!watch.isInDoubt, "the user has removed it")
  }

  @Test("what is being asked for is not in doubt, however long the server takes")
  func slowServer() {
    var watch = PortRule(.outputs, .physical)
    _ = watch.observe(outputs(2), present: [])
    watch.beginSettling()
    _ = watch.observe(outputs(2), present: [], isSettled: true)
    watch.recordGrant(of: left)
    _ = watch.observe(outputs(2), present: [left], isSettled: true)
    _ = watch.observe([], present: [])
    #expect(watch.observe(outputs(2), present: []) == [left, right])
  }

  @Test("a port made anew under its name is connected again, though nobody saw it gone")
  func replacedPorts() {
    // A server may still show the connections of the former ports.
    for present in [[], [right], [left, right]] as [Set<Connection>] {
      var watch = connected()
      #expect(watch.observe(outputs(2, identity: 1), present: present) == [left, right])
      #expect(watch.observe(outputs(2, identity: 1), present: [left, right]).isEmpty)
      #expect(!watch.isInDoubt)
    }
    for present in [[], [left, right]] as [Set<Connection>] {
      var watch = connected()
      #expect(watch.observe([], present: present).isEmpty)
      #expect(watch.observe(outputs(2, identity: 1), present: present) == [left, right])
    }
    // Also by the watch that has left the making of them to somebody else.
    var next = connected().onNextServer
    #expect(next.observe(outputs(2), present: [], reserved: [left, right]).isEmpty)
    #expect(next.observe(outputs(2, identity: 1), present: []) == [left, right])
  }

  @Test("who connects by hand again has taken nothing back")
  func connectedAgain() {
    var watch = connected()
    _ = watch.observe(outputs(2), present: [right])
    _ = watch.observe(outputs(2), present: [left, right])
    #expect(!watch.isInDoubt)
    _ = watch.observe([], present: [])
    #expect(watch.observe(outputs(2), present: []) == [left, right])
  }

  @Test("what the user disconnects and connects again later follows its port as before")
  func connectedAgainLater() {
    var watch = connected()
    _ = watch.observe(outputs(2), present: [right])
    watch.beginSettling()
    _ = watch.observe(outputs(2), present: [right], isSettled: true)
    #expect(!watch.isInDoubt)
    #expect(watch.observe(outputs(2), present: [left, right]).isEmpty)
    #expect(watch.observe([], present: []).isEmpty)
    #expect(watch.observe(outputs(2), present: []) == [left, right])
  }

  @Test("a mono output that the user disconnects lets nothing come into the other output")
  func disconnectedMono() {
    var watch = PortRule(.outputs, .physical)
    _ = watch.observe(outputs(1), present: [])
    _ = watch.observe(outputs(1), present: [left])
    _ = watch.observe(outputs(1), present: [])
    watch.beginSettling()
    _ = watch.observe(outputs(1), present: [], isSettled: true)
    #expect(watch.observe(outputs(1) + outputs(2, of: "usb"), present: []).isEmpty)
  }

  @Test("an output that a patchbay or the user has connected with a device is left alone")
  func takenByHand() throws {
    for peer in ["system:playback_1", "system:playback_3"] {
      var watch = PortRule(.outputs, .physical)
      #expect(
        watch.observe(outputs(4), present: [Connection(port: "out_1", peer: peer)]).isEmpty)
      #expect(!watch.holdsAny)
    }
    var other = try watch(matching: "desk")
    _ = other.observe(outputs(2), present: [])
    #expect(other.observe(outputs(2) + inputs("desk:in"), present: [left]).isEmpty)
  }

  @Test("a program that listens to an output keeps it from no device, whoever came first")
  func tapped() throws {
    let meter = inputs("meter:in_1", "meter:in_2")
    let taps = [
      Connection(port: "out_1", peer: "meter:in_1"), Connection(port: "out_2", peer: "meter:in_2"),
    ]
    for present in [Set(taps.prefix(1)), Set(taps)] {
      var watch = PortRule(.outputs, .physical)
      #expect(watch.observe(meter + outputs(2), present: present) == [left, right])
      _ = watch.observe(meter + outputs(2), present: present.union([left, right]))
      // The device is unplugged, and comes back.
      #expect(watch.observe(meter, present: present).isEmpty)
      #expect(watch.observe(meter + outputs(2), present: present) == [left, right])
      // The next server has the program, and then the device.
      var next = watch.onNextServer
      #expect(
        next.observe(meter, present: present, reserved: taps).isEmpty)
      #expect(
        next.observe(meter + outputs(2), present: present, reserved: taps) == [left, right])
    }
    var watch = try watch(matching: "desk")
    #expect(
      watch.observe(meter + inputs("desk:in"), present: Set(taps)) == [
        Connection(port: "out_1", peer: "desk:in")
      ])
  }

  @Test("what the user had connected instead on the server before this one wins over a device")
  func restoredElsewhere() {
    let desk = Connection(port: "out_1", peer: "desk:in")
    var watch = PortRule(.outputs, .physical)
    #expect(
      watch.observe(inputs("desk:in") + outputs(2), present: [desk], reserved: [desk]).isEmpty)
  }

  @Test("a source that somebody has connected with the audio input is the one that is heard")
  func connectedInput() {
    let microphone = ServerPort(name: "system:capture_1", isPhysical: true)
    let synth = ServerPort(name: "synth:out")
    var watch = PortRule(.input, .physical)
    #expect(
      watch.observe(
        [microphone, synth], present: [Connection(port: "in_1", peer: "synth:out")]
      ).isEmpty)
  }

  @Test("a refusal is tried again with the next change")
  func refusal() {
    var watch = PortRule(.outputs, .physical)
    #expect(watch.observe(outputs(2), present: []) == [left, right])
    watch.recordRefusal(of: left)
    watch.recordRefusal(of: right)
    #expect(watch.observe(outputs(2), present: []) == [left, right])
    #expect(watch.observe(outputs(2), present: [left, right]).isEmpty)
  }

  @Test("on the next server restored connections win, the rest is as with the first")
  func nextServer() {
    var next = connected().onNextServer
    #expect(next.observe(outputs(2), present: [], reserved: [left, right]).isEmpty)
    #expect(next.observe(outputs(2), present: [left, right]).isEmpty)
    // They count as its own from now on.
    _ = next.observe([], present: [])
    #expect(next.observe(outputs(2), present: []) == [left, right])

    var other = connected().onNextServer
    #expect(other.observe(outputs(2), present: []) == [left, right])
  }

  @Test("what the user had disconnected stays so on the next server")
  func nextServerAfterDisconnection() {
    var watch = connected()
    _ = watch.observe(outputs(2), present: [])
    watch.beginSettling()
    _ = watch.observe(outputs(2), present: [], isSettled: true)
    var next = watch.onNextServer
    #expect(next.observe(outputs(2), present: []).isEmpty)
  }

  @Test("a renamed input is followed: neither connected again nor forgotten")
  func renamedInput() throws {
    func port(_ name: String, _ identity: UInt64) -> ServerPort {
      ServerPort(name: name, isPhysical: true, identity: identity)
    }
    var watch = PortRule(.outputs, .physical)
    let before = [port("system:playback_1", 1), port("system:playback_2", 2)]
    _ = watch.observe(before, present: [])
    _ = watch.observe(before, present: [left, right])
    let main = Connection(port: "out_1", peer: "system:main")
    let after = [port("system:main", 1), port("system:playback_2", 2)]
    #expect(watch.observe(after, present: [main, right]).isEmpty)
    #expect(!watch.isInDoubt)
    // The user disconnects it by its new name, and it stays so.
    _ = watch.observe(after, present: [right])
    watch.beginSettling()
    _ = watch.observe(after, present: [right], isSettled: true)
    let again = [port("system:playback_1", 1), port("system:playback_2", 2)]
    #expect(watch.observe(again, present: [right]).isEmpty)
  }
}
