import Foundation

/// A part of a file that is mapped into the memory of this process.
struct MappedFilePart {
  let addresses: Range<UInt>
  let isWritable: Bool
  private let path: Substring

  /// The path of the program, as the kernel names it where it is mapped.
  private static let program = try? FileManager.default.destinationOfSymbolicLink(
    atPath: "/proc/self/exe")

  /// All parts that are mapped now, from /proc/self/maps (proc(5)).
  static var all: [MappedFilePart] {
    // The kernel gives a page of the text at a time, which Foundation's other functions take for all of it.
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    let text = (try? file?.readToEnd()) ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Self($0) }
  }

  /// - Parameter line: the addresses, the permissions, three further fields, and the path; `nil` without a path.
  private init?(_ line: Substring) {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count == 6 else { return nil }
    let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard ends.count == 2, ends[0] <= ends[1] else { return nil }
    addresses = ends[0]..<ends[1]
    isWritable = fields[1].contains("w")
    path = fields[5].drop { $0 == " " }
  }

  var isOfProgram: Bool { path == Self.program ?? "" }

  /// Whether the file is one of Swift's libraries, none of which the process callback calls.
  var isOfSwift: Bool {
    let name = path.split(separator: "/").last ?? ""
    return ["libswift", "libFoundation", "lib_Foundation"].contains { name.hasPrefix($0) }
  }
}
