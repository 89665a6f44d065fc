import Foundation
import TestSupport
import Testing

@testable import OSC

@Suite("Subscribers")
struct SubscribersTests {
  private let start = ContinuousClock.now

  private func peer(_ port: UInt16, host: String = "127.0.0.1") throws -> OSCPeer {
    try #require(OSCPeer(host: host, port: port))
  }

  /// Invites and confirms, as a program does that wants to subscribe.
  private func subscribe(
    _ peer: OSCPeer, to subscribers: inout Subscribers, at now: ContinuousClock.Instant
  ) {
    let number = subscribers.invite(peer, at: now)
    #expect(subscribers.confirm(number, from: peer, at: now) == peer)
  }

  @Test("whoever has not confirmed is not a subscriber")
  func unconfirmed() throws {
    var subscribers = Subscribers()
    let (tablet, victim) = (try peer(9000, host: "10.0.0.2"), try peer(9000, host: "10.0.0.3"))
    let number = subscribers.invite(victim, at: start)
    #expect(subscribers.peers.isEmpty)
    #expect(subscribers.confirm(number &+ 1, from: victim, at: start) == nil)
    #expect(subscribers.confirm(number, from: tablet, at: start) == nil)
    #expect(subscribers.peers.isEmpty)
  }

  @Test("the number counts once, for a while, and from any port of the host")
  func confirmation() throws {
    var subscribers = Subscribers()
    let (one, other) = (try peer(9000), try peer(9001))
    let number = subscribers.invite(one, at: start)
    #expect(subscribers.invite(one, at: start) == number)
    #expect(subscribers.confirm(number, from: other, at: start) == one)
    #expect(Array(subscribers.peers) == [one])
    #expect(subscribers.confirm(number, from: one, at: start) == nil)
    let late = subscribers.invite(other, at: start)
    let end = start + Subscribers().invitationLifetime
    #expect(subscribers.confirm(late, from: other, at: end) == nil)
  }

  @Test("whoever is silent for the lifetime is forgotten; a sign of the host is enough to stay")
  func lifetime() throws {
    var subscribers = Subscribers()
    let (tablet, script) = (try peer(9000, host: "10.0.0.2"), try peer(9001))
    subscribe(tablet, to: &subscribers, at: start)
    subscribe(script, to: &subscribers, at: start)
    subscribers.receive(try peer(5555, host: "10.0.0.2"), at: start + Subscribers.lifetime / 2)
    subscribers.forgetSilent(at: start + Subscribers.lifetime)
    #expect(Array(subscribers.peers) == [tablet])
  }

  @Test("their number is bounded: the one not heard of for longest makes room")
  func bound() throws {
    var subscribers = Subscribers()
    for index in 0...Subscribers.limit {
      subscribe(
        try peer(UInt16(9000 + index)), to: &subscribers, at: start + .seconds(index))
    }
    let ports = subscribers.peers.map(\.port)
    #expect(ports.count == Subscribers.limit)
    #expect(!ports.contains(9000))
    #expect(ports.contains(UInt16(9000 + Subscribers.limit)))
  }

  @Test("the same one twice is one")
  func twice() throws {
    var subscribers = Subscribers()
    subscribe(try peer(9000), to: &subscribers, at: start)
    subscribe(try peer(9000), to: &subscribers, at: start)
    #expect(subscribers.peers.count == 1)
    subscribers.remove(try peer(9000))
    #expect(subscribers.peers.isEmpty)
  }
}

@Suite("Subscriptions over the network", .timeLimit(.minutes(1)))
@MainActor
struct SubscriptionTests {
  @Test("a request draws one message that is no longer than it is, until it is confirmed")
  func amplification() async throws {
    let loopback = try #require(OSCPeer(host: "127.0.0.1", port: 0))
    // How long the main thread takes here depends on the machine.
    let control = try RemoteControl(at: loopback, invitationLifetime: .seconds(3600))
    for _ in 0..<20 {
      control.send(OSCMessage("/peach/state", .string("comparison"), .string("playingNote1")))
      control.send(OSCMessage("/peach/trial", .string(String(repeating: "x", count: 900))))
    }
    let received = Inbox<OSCMessage>("messages")
    let subscriber = try OSCSocket(at: loopback) { message, _ in received.put(message) }
    let request = OSCMessage("/peach/subscribe")
    subscriber.send(request, to: control.address)
    let invitation = try #require(await received.next())
    #expect(invitation.path == "/peach/confirm")
    #expect(invitation.bytes.count <= request.bytes.count)
    // What the training does meanwhile reaches nobody who has not confirmed: the next message is
    // the answer to the next request.
    control.send(OSCMessage("/peach/result", .string("comparison")))
    subscriber.send(request, to: control.address)
    #expect(await received.next() == invitation)
    subscriber.send(invitation, to: control.address)
    #expect(await received.next()?.path == "/peach/state")
    #expect(await received.next()?.path == "/peach/trial")
    withExtendedLifetime((control, subscriber)) {}
  }

  @Test("a port of the loopback address is asked first as well, and gets nothing unasked")
  func otherPort() async throws {
    let loopback = try #require(OSCPeer(host: "127.0.0.1", port: 0))
    let control = try RemoteControl(at: loopback)
    control.send(OSCMessage("/peach/state", .string("none"), .string("idle")))
    let received = Inbox<OSCMessage>("messages")
    let bystander = try OSCSocket(at: loopback) { message, _ in received.put(message) }
    let sender = try OSCSocket(at: loopback) { _, _ in }
    let port = Int32(bystander.address.port)
    for number in [Int32(0), 1, -1] {
      sender.send(OSCMessage("/peach/subscribe", .int(port)), to: control.address)
      sender.send(OSCMessage("/peach/confirm", .int(number)), to: control.address)
      #expect(await received.next()?.path == "/peach/confirm")
    }
    withExtendedLifetime((control, bystander, sender)) {}
  }
}
