import Foundation
import Testing

/// A function of libjack that is missing in the tests' copy would be called on the real library, with handles that it
/// does not know.
@Suite("Functions of libjack", .timeLimit(.minutes(1)))
struct ImportedFunctionsTests {
  @Test("every one that the program or the tests import is defined in memory")
  func functions() throws {
    let tests = try #require(Bundle(for: Marker.self).executableURL)
    let program = tests.deletingLastPathComponent().appendingPathComponent("peach")
    let imported = try ELFFile(program).symbols(areDefined: false).filter { $0.hasPrefix("jack_") }
    let defined = Set(try ELFFile(tests).symbols(areDefined: true))
    #expect(imported.count > 40)
    #expect(imported.filter { !defined.contains($0) }.isEmpty)
    // What the library itself has to do for both.
    #expect(try ELFFile(tests).symbols(areDefined: false).filter { $0.hasPrefix("jack_") }.isEmpty)
  }

  private final class Marker {}
}

/// The dynamic symbols of a program (elf(5)), for processors with 64 bits.
private struct ELFFile {
  private let bytes: Data

  init(_ file: URL) throws { bytes = try Data(contentsOf: file, options: .alwaysMapped) }

  private func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Int {
    let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    return Int(truncatingIfNeeded: value)
  }

  /// The names of the global symbols that the program defines, or that it needs of libraries.
  func symbols(areDefined: Bool) throws -> [String] {
    let sections = number(0x28, UInt64.self)
    let size = number(0x3A, UInt16.self)
    let count = number(0x3C, UInt16.self)
    var names: [String] = []
    // SHT_DYNSYM, or SHT_SYMTAB, which also has what is not exported.
    let wanted = areDefined ? 2 : 11
    for section in (0..<count).map({ sections + $0 * size })
    where number(section + 4, UInt32.self) == wanted {
      let start = number(section + 0x18, UInt64.self)
      let length = number(section + 0x20, UInt64.self)
      let link = number(section + 0x28, UInt32.self)
      let strings = number(sections + link * size + 0x18, UInt64.self)
      for symbol in stride(from: start, to: start + length, by: 24)
      where (number(symbol + 6, UInt16.self) != 0) == areDefined {
        let name = bytes[(strings + number(symbol, UInt32.self))...].prefix { $0 != 0 }
        names.append(String(decoding: name, as: UTF8.self))
      }
    }
    return names
  }
}
