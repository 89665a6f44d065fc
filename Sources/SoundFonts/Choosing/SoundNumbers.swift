/// A sound by its numbers: `BANK:PROGRAM`, or `PROGRAM` in bank 0.
struct SoundNumbers {
  let bank: Int
  let program: Int

  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    (bank, program) = numbers.count == 2 ? (numbers[0], numbers[1]) : (0, numbers[0])
  }
}
