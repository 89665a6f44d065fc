/// A font in memory, which counts what is asked of it.
package final class MemoryBytes: FontBytes {
  private let content: [UInt8]

  /// How often something was read, how much altogether, and the most at once.
  package private(set) var reads = 0
  package private(set) var totalRead = 0
  package private(set) var largestRead = 0

  package init(_ content: [UInt8]) { self.content = content }

  var count: Int { content.count }

  func bytes(at offset: Int, count: Int) throws(SoundFontError) -> [UInt8] {
    reads += 1
    guard offset >= 0, offset < content.count, count > 0 else { return [] }
    let length = min(count, content.count - offset)
    totalRead += length
    largestRead = max(largestRead, length)
    return Array(content[offset..<offset + length])
  }
}
