import Testing
import Training

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

  @Test("text that is not UTF-8 is an argument that Peach does not use")
  func notText() {
    let bytes: [UInt8] = Array("/a\0\0,si\0".utf8) + [0x2F, 0xFF, 0xFE, 0, 0, 0, 0, 5]
    #expect(messages(bytes) == [OSCMessage("/a", .other, .int(5))])
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
    // Types where the filling of the path goes on, and none at all.
    #expect(messages(Array("/peach/\0\0\0\0\0,\0\0\0".utf8)).isEmpty)
    #expect(messages(Array("/a\0\0".utf8)).isEmpty)
    #expect(messages([0x2F, 0xFF, 0xFE, 0, 0x2C, 0, 0, 0]).isEmpty)
    let long = OSCMessage("/peach/start", .string(String(repeating: "x", count: 60_000)))
    #expect(messages(long.bytes).isEmpty)
  }

  @Test("of random bytes only whole messages are read, and a bundle holds what its parts hold")
  func fuzz() {
    let seeds: [OSCMessageBytes] = [
      .init(OSCMessage("/peach/slider", .float(0.5))),
      .init(OSCMessage("/peach/start", .string("comparison"))),
      .init(OSCMessage("/peach/subscribe", .int(9), .string("ü"))),
      .init(
        OSCMessage(
          "/a",
          arguments: [
            .other, .int(0), .float(0), .other, .string(""), .int(1), .int(0), .string(""),
            .other, .other, .other,
          ]),
        Array("/a\0\0,bhdtsTFSNIm\0\0\0\0".utf8) + Array(repeating: 0, count: 40)),
    ]
    for seed in seeds { #expect(messages(seed.bytes) == [seed.message]) }
    #expect(messages(bundle(seeds.map(\.bytes))) == seeds.map(\.message))

    var random = SeededGenerator(seed: 1)
    var misread: [[UInt8]] = []
    var (readMessages, readBundles) = (0, 0)
    for _ in 0..<20_000 {
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        mutated(seeds.randomElement(using: &random)?.bytes ?? [], using: &random)
      }
      for part in parts where !isRight(messages(part), of: part) { misread.append(part) }
      readMessages += parts.count { !messages($0).isEmpty }

      let whole = bundle(parts)
      let isWellFormed = parts.allSatisfy { $0.count % 4 == 0 && !messages($0).isEmpty }
      let read = messages(whole)
      if read.map(\.bytes) != (isWellFormed ? parts.flatMap { messages($0) } : []).map(\.bytes) {
        misread.append(whole)
      }
      readBundles += read.isEmpty ? 0 : 1
      // In its mark, its time and its sizes, too.
      _ = messages(mutated(whole, using: &random))
    }
    #expect(misread.isEmpty)
    // Enough was still whole for this to say something, and enough was not.
    #expect((10_000..<39_000).contains(readMessages))
    #expect((2_000..<19_000).contains(readBundles))
  }

  /// A message, and the bytes that are read as it.
  private struct OSCMessageBytes {
    let message: OSCMessage
    let bytes: [UInt8]

    init(_ message: OSCMessage, _ bytes: [UInt8]? = nil) {
      self.message = message
      self.bytes = bytes ?? message.bytes
    }
  }

  /// With some bytes replaced, with its end cut off, nothing of it, or as it was.
  private func mutated(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    func byte() -> UInt8 { .random(in: 0...255, using: &random) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return bytes
    case 1: return bytes.dropLast(.random(in: 0...bytes.count, using: &random))
    case 2: return (0..<Int.random(in: 0...128, using: &random)).map { _ in byte() }
    default:
      var bytes = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = byte()
      }
      return bytes
    }
  }

  /// Without the mark of a bundle there is one message at most, of the path that the bytes begin
  /// with; and it is read again from what it is sent as, unless a part of it cannot be sent.
  private func isRight(_ read: [OSCMessage], of bytes: [UInt8]) -> Bool {
    guard let message = read.first else { return true }
    return read.count == 1 && Array(message.path.utf8) == bytes.prefix { $0 != 0 }
      && (message.arguments.contains(.other)
        // Not a number is not itself.
        || messages(message.bytes).map(\.bytes) == [message.bytes])
  }
}
