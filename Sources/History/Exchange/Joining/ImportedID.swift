internal import CLibUUID
import Foundation

/// The ids of results that came without one.
///
/// An id follows from what the result says and from its number among the results that say the same, so
/// that two machines which take in one file give its results the same ids.
enum ImportedID {
  /// Peach's own namespace for the names of RFC 9562, section 5.5.
  private static let namespace: uuid_t = (
    0x8C, 0x3A, 0x5E, 0x1D, 0x0B, 0x7F, 0x4E, 0x62, 0x9A, 0x47, 0x2E, 0xD6, 0x13, 0xC5, 0x90, 0xFB
  )

  /// The id of the result number `ordinal`, from 1, of that content: a version 5 UUID.
  static func id(of content: RecordContent, ordinal: Int) -> UUID {
    var name = "\(ordinal) \(content.canonicalText)"
    var id: uuid_t = zero
    name.withUTF8 { name in
      withUnsafeBytes(of: namespace) { namespace in
        withUnsafeMutableBytes(of: &id) { id in
          uuid_generate_sha1(
            id.assumingMemoryBound(to: UInt8.self).baseAddress,
            namespace.assumingMemoryBound(to: UInt8.self).baseAddress,
            name.baseAddress, name.count)
        }
      }
    }
    return UUID(uuid: id)
  }

  /// Whether an id may be one of these: every version 5 UUID might.
  static func isPossible(_ id: UUID) -> Bool { id.uuid.6 >> 4 == 5 }

  private static let zero: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}
