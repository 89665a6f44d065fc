import Testing

@testable import OSC

@Suite("Packets")
struct OSCPacketTests {
  private func messages(_ bytes: [UInt8]) -> [OSCMessage] {
    bytes.withUnsafeBytes { OSCPacket.messages(in: $0) }
  }

  private func bundle(_ elements: [[UInt8]]) -> [UInt8] {
    elements.reduce(Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]) { bytes, element in
      bytes + (0..<4).map { UInt8(truncatingIfNeeded: element.count >> (24 - 8 * $0)) } + element
    }
  }

  @Test("what is written is read again")
  func roundTrip() {
    let message = OSCMessage(
      "/peach/result", .string("matching"), .int(-3), .float(0.25), .string("ü"))
    #expect(messages(message.bytes) == [message])
  }

  @Test("a message is the bytes that the standard shows")
  func standard() {
    // The second example of Open Sound Control 1.0, "/foo" with 1000, −1 and "hello".
    let bytes: [UInt8] =
      Array("/foo\0\0\0\0,iis\0\0\0\0".utf8) + [0, 0, 3, 0xE8, 0xFF, 0xFF, 0xFF, 0xFF]
      + Array("hello\0\0\0".utf8)
    let message = OSCMessage("/foo", .int(1000), .int(-1), .string("hello"))
    #expect(message.bytes == bytes)
    #expect(messages(bytes) == [message])
  }

  @Test("doubles, long integers and truths are numbers")
  func otherNumbers() {
    let double: [UInt8] = Array("/a\0\0,d\0\0".utf8) + [0x3F, 0xE0, 0, 0, 0, 0, 0, 0]
    let long: [UInt8] = Array("/a\0\0,h\0\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 7]
    #expect(messages(double).first?.arguments == [.float(0.5)])
    #expect(messages(long).first?.arguments == [.int(7)])
    #expect(messages(Array("/a\0\0,TF\0".utf8)).first?.arguments == [.int(1), .int(0)])
  }

  @Test("a bundle's messages come in their order, those of bundles in it, too")
  func bundles() {
    let (one, two, three) = (OSCMessage("/1"), OSCMessage("/2", .int(2)), OSCMessage("/3"))
    let bytes = bundle([one.bytes, bundle([two.bytes]), three.bytes])
    #expect(messages(bytes) == [one, two, three])
  }

  @Test("a bundle of which a part is malformed is none")
  func brokenBundle() {
    let whole = OSCMessage("/1").bytes
    #expect(messages(bundle([whole, [1, 2, 3, 4]])).isEmpty)
    #expect(messages(bundle([whole]).dropLast(4)).isEmpty)
    #expect(messages(bundle([whole]) + [0, 0, 0, 0]).isEmpty)
    #expect(messages(bundle([whole]) + [0xFF, 0xFF, 0xFF, 0xFF]).isEmpty)
  }

  @Test("bundles in bundles end somewhere")
  func depth() {
    let nested = (0..<100).reduce(OSCMessage("/1").bytes) { bytes, _ in bundle([bytes]) }
    #expect(messages(nested).isEmpty)
  }

  @Test("what is too long, empty or no text is nothing")
  func rubbish() {
    #expect(messages([]).isEmpty)
    #expect(messages(Array("/peach/\u{0}\0\0\0\0,\0\0\0".utf8)).count <= 1)
    #expect(messages([0x2F, 0xFF, 0xFE, 0, 0x2C, 0, 0, 0]).isEmpty)
    let long = OSCMessage("/peach/start", .string(String(repeating: "x", count: 60_000)))
    #expect(messages(long.bytes).isEmpty)
  }

  @Test("random bytes, and messages with random bytes in them, never do harm")
  func fuzz() {
    var random = SystemRandomNumberGenerator()
    let seeds = [
      OSCMessage("/peach/slider", .float(0.5)).bytes,
      OSCMessage("/peach/start", .string("comparison")).bytes,
      bundle([OSCMessage("/peach/higher").bytes, OSCMessage("/peach/subscribe", .int(9)).bytes]),
      Array("/a\0\0,bhdtsSTFNIm[]\0\0\0".utf8) + Array(repeating: 0, count: 64),
    ]
    for round in 0..<20_000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if round % 3 == 0 { bytes = bytes.dropLast(.random(in: 0...bytes.count, using: &random)) }
      if round % 5 == 0 {
        bytes = (0..<Int.random(in: 0...128, using: &random)).map { _ in .random(in: 0...255) }
      }
      let read = messages(bytes)
      // What cannot be sent again was not understood.
      for message in read where !message.arguments.contains(.other) {
        #expect(messages(message.bytes).first?.path == message.path)
      }
    }
  }
}
