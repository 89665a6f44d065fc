import Dispatch
import Glibc
import TestSupport
import Testing

@testable import OSC

@Suite("Sockets", .timeLimit(.minutes(1)))
struct OSCSocketTests {
  private struct Received: Sendable {
    let message: OSCMessage
    let sender: OSCPeer
  }

  private let loopback: OSCPeer

  init() throws { loopback = try #require(OSCPeer(host: "127.0.0.1", port: 0)) }

  private func open(_ address: OSCPeer) throws -> (OSCSocket, Inbox<Received>) {
    let received = Inbox<Received>("messages")
    let socket = try OSCSocket(at: address) { received.put(.init(message: $0, sender: $1)) }
    return (socket, received)
  }

  @Test("a message comes with the address of its sender", arguments: ["127.0.0.1", "::1"])
  func exchange(host: String) async throws {
    let address = try #require(OSCPeer(host: host, port: 0))
    let (one, received) = try open(address)
    let (other, _) = try open(address)
    other.send(OSCMessage("/hello", .int(1)), to: one.address)
    let first = await received.next()
    #expect(first?.message == OSCMessage("/hello", .int(1)))
    #expect(first?.sender == other.address)
    withExtendedLifetime(one) {}
  }

  @Test("a port that is taken is told")
  func taken() throws {
    let (socket, _) = try open(loopback)
    #expect(throws: OSCError.taken(socket.address)) { _ = try open(socket.address) }
  }

  @Test("a port is free again when its socket is gone")
  func freed() async throws {
    var socket: OSCSocket? = try open(loopback).0
    let address = try #require(socket?.address)
    socket = nil
    // The thread lets go of the port on its own time.
    var again: OSCSocket?
    let deadline = ContinuousClock.now + waitingLimit
    while again == nil, ContinuousClock.now < deadline {
      again = try? open(address).0
      await Task.yield()
    }
    #expect(again?.address == address)
  }

  @Test("an address where nobody listens is told, and the socket lives on")
  func unreachable() async throws {
    let losses = Inbox<OSCPeer>("losses")
    let messages = Inbox<OSCMessage>("messages")
    let socket = try OSCSocket(
      at: loopback, receive: { message, _ in messages.put(message) },
      lose: { losses.put($0) })
    var gone: OSCSocket? = try open(loopback).0
    let address = try #require(gone?.address)
    gone = nil
    // Until its thread has closed it, the other socket still takes what comes.
    let sending = repeating { socket.send(OSCMessage("/anybody"), to: address) }
    #expect(await losses.next() == address)
    sending.cancel()
    await sending.value
    // Errors that nobody has read yet share the socket's memory with what it receives: while there
    // are many of them, the system drops messages.
    let talking = repeating { socket.send(OSCMessage("/self"), to: socket.address) }
    #expect(await messages.next() == OSCMessage("/self"))
    talking.cancel()
    await talking.value
  }

  @Test("a message arrives although other messages of the same socket cannot be delivered")
  func amongLosses() async throws {
    let (listener, received) = try open(loopback)
    let losses = Inbox<OSCPeer>("losses")
    let isReading = DispatchSemaphore(value: 0)
    let socket = try OSCSocket(
      at: loopback, receive: { _, _ in },
      lose: {
        losses.put($0)
        if losses.seen.count == 1 { _ = isReading.wait(within: waitingLimit) }
      })
    var gone: OSCSocket? = try open(loopback).0
    let address = try #require(gone?.address)
    gone = nil
    let sending = repeating { socket.send(OSCMessage("/anybody"), to: address) }
    #expect(await losses.next() == address)
    sending.cancel()
    await sending.value
    // Errors gather while nobody reads them; each that is read then fails the next call.
    for _ in 0..<100 { socket.send(OSCMessage("/anybody"), to: address) }
    isReading.signal()
    for number in 0..<100 {
      socket.send(OSCMessage("/number", .int(Int32(number))), to: listener.address)
    }
    for number in 0..<100 {
      #expect(
        await received.next(within: .seconds(20))?.message
          == OSCMessage("/number", .int(Int32(number))))
    }
  }

  /// Does something over and over until the task is cancelled.
  private func repeating(_ action: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        action()
        await Task.yield()
      }
    }
  }
}
