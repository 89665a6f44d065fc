import AudioFiles
import Foundation
import Testing

@Suite("WAV files")
struct WaveFileTests {
  /// The chunks of a RIFF file by their names, and what is in them.
  private func chunks(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
    func number(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    #expect(bytes.prefix(4) == Array("RIFF".utf8)[...] && bytes[8..<12] == Array("WAVE".utf8)[...])
    #expect(number(4) == bytes.count - 8)
    var chunks: [String: [UInt8]] = [:]
    var place = 12
    while place + 8 <= bytes.count {
      let length = number(place + 4)
      let end = place + 8 + length
      try #require(end <= bytes.count)
      chunks[String(decoding: bytes[place..<(place + 4)], as: UTF8.self)] =
        Array(bytes[(place + 8)..<end])
      place = end + length % 2
    }
    return chunks
  }

  @Test("the samples are in the file as they are, at their rate", arguments: [0, 1, 4801])
  func samples(count: Int) throws {
    let samples = (0..<count).map { Float(sin(Double($0))) * 1.5 }
    let chunks = try chunks(try WaveFile(samples, sampleRate: 44_100, texts: .init()).bytes)
    let format = try #require(chunks["fmt "])
    // Floating point, one channel, 44 100 frames of 4 bytes a second.
    #expect(format.prefix(4) == [3, 0, 1, 0])
    #expect(format[4..<8] == [0x44, 0xac, 0, 0] && format[14..<16] == [32, 0])
    let data = try #require(chunks["data"])
    let read = data.withUnsafeBytes { bytes in
      (0..<(bytes.count / 4)).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
    #expect(read == samples)
  }

  @Test("what is said of the sound stands in the file's own texts, in UTF-8")
  func texts() throws {
    let file = try WaveFile(
      [0, 0.5], sampleRate: 48_000,
      texts: .init(
        title: "0a", software: "Peach 1", date: "2026-01-02T03:04:05.678Z",
        comment: "{\"error\":-3.21,\"name\":\"Übung\"}"))
    let list = String(decoding: try #require(try chunks(file.bytes)["LIST"]), as: UTF8.self)
    for text in ["INFO", "0a", "Peach 1", "2026-01-02T03:04:05.678Z", "\"error\":-3.21", "Übung"] {
      #expect(list.contains(text))
    }
  }
}
