import Testing

@testable import OSC

@Suite("Subscribers")
struct SubscribersTests {
  private let start = ContinuousClock.now

  private func peer(_ port: UInt16, host: String = "127.0.0.1") throws -> OSCPeer {
    try #require(OSCPeer(host: host, port: port))
  }

  @Test("whoever is silent for the lifetime is forgotten; a sign of the host is enough to stay")
  func lifetime() throws {
    var subscribers = Subscribers()
    let (tablet, script) = (try peer(9000, host: "10.0.0.2"), try peer(9001))
    subscribers.add(tablet, at: start)
    subscribers.add(script, at: start)
    subscribers.hear(try peer(5555, host: "10.0.0.2"), at: start + Subscribers.lifetime / 2)
    subscribers.forgetSilent(at: start + Subscribers.lifetime)
    #expect(Array(subscribers.peers) == [tablet])
  }

  @Test("their number is bounded: the one not heard of for longest makes room")
  func bound() throws {
    var subscribers = Subscribers()
    for index in 0...Subscribers.limit {
      subscribers.add(try peer(UInt16(9000 + index)), at: start + .seconds(index))
    }
    let ports = subscribers.peers.map(\.port)
    #expect(ports.count == Subscribers.limit)
    #expect(!ports.contains(9000))
    #expect(ports.contains(UInt16(9000 + Subscribers.limit)))
  }

  @Test("the same one twice is one")
  func twice() throws {
    var subscribers = Subscribers()
    subscribers.add(try peer(9000), at: start)
    subscribers.add(try peer(9000), at: start)
    #expect(subscribers.peers.count == 1)
    subscribers.remove(try peer(9000))
    #expect(subscribers.peers.isEmpty)
  }
}
