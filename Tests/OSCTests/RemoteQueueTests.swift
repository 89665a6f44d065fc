import Testing

@testable import OSC

@Suite("What waits for the main thread")
struct RemoteQueueTests {
  private let queue = RemoteQueue()
  private let sender: OSCPeer

  init() throws { sender = try #require(OSCPeer(host: "127.0.0.1", port: 9000)) }

  private func add(_ command: RemoteCommand) -> Bool {
    queue.add(.init(command: command, sender: sender))
  }

  @Test("the first wakes, the others do not, and the order stays")
  func order() {
    #expect(add(.higher))
    #expect(!add(.commit))
    #expect(queue.takeAll().map(\.command) == [.higher, .commit])
    #expect(queue.takeAll().isEmpty)
    #expect(add(.lower))
  }

  @Test("of movements in a row the last one stands")
  func movements() {
    for value in [0.1, 0.2, 0.3] { _ = add(.slider(value)) }
    _ = add(.commit)
    _ = add(.slider(0.4))
    #expect(queue.takeAll().map(\.command) == [.slider(0.3), .commit, .slider(0.4)])
  }

  @Test("a flood is dropped from some number on")
  func flood() {
    for _ in 0..<10_000 { _ = add(.higher) }
    #expect(queue.takeAll().count == RemoteQueue.capacity)
  }
}
