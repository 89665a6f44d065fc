import CXXHash
import Foundation

/// A hash of a content, such as that of a file regardless of its place and name: XXH3, 128 bits.
public struct ContentHash: Codable, Hashable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  public let description: String

  private static let pieceSize = 1 << 20

  /// Reads the whole file; 150 MB take some tens of milliseconds if they are in the page cache.
  ///
  /// - Throws: the system's error if the file cannot be read.
  public init(ofFileAt path: String) throws {
    // In pieces: if a mapped file is shortened meanwhile, the program crashes.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    guard let state = XXH3_createState() else { throw CocoaError(.fileReadUnknown) }
    defer { XXH3_freeState(state) }
    XXH3_128bits_reset(state)
    while let piece = try file.read(upToCount: Self.pieceSize), !piece.isEmpty {
      piece.withUnsafeBytes { _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
    }
    self.init(XXH3_128bits_digest(state))
  }

  public init(of bytes: [UInt8]) {
    self.init(bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) })
  }

  private init(_ hash: XXH128_hash_t) {
    description = [hash.high64, hash.low64].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    description = try container.decode(String.self)
    guard description.count == 32, description.allSatisfy({ $0.isHexDigit && $0.isASCII }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not 32 hexadecimal digits")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
