import CXXHash
import Foundation

/// A font file by what it contains, wherever it lies and whatever it is called: XXH3's 128 bits over all of
/// it.
public struct FontContent: Codable, Hashable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  public let description: String

  private static let pieceSize = 1 << 20

  /// Reads the whole file; 150 MB take some tens of milliseconds where the system still has them.
  ///
  /// - Throws: the system's error where the file cannot be read.
  init(ofFileAt path: String) throws {
    // Piece by piece: a mapped file that somebody shortens meanwhile ends the program.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    guard let state = XXH3_createState() else { throw CocoaError(.fileReadUnknown) }
    defer { XXH3_freeState(state) }
    XXH3_128bits_reset(state)
    while let piece = try file.read(upToCount: Self.pieceSize), !piece.isEmpty {
      piece.withUnsafeBytes { _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
    }
    let hash = XXH3_128bits_digest(state)
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
