import Foundation
import Testing
import Training

@testable import History

@Suite("The results of a run that are in the history")
struct SafeResultsTests {
  private func makeResults(_ count: Int) -> [RecordedResult] {
    (0..<count).map { index in
      let time = tenOClock.addingTimeInterval(Double(index))
      return index.isMultiple(of: 2)
        ? RecordedResult(makeComparison(at: time))
        : RecordedResult(makePitchMatching(at: time))
    }
  }

  /// Everything that a result holds, as the recovery file would have it.
  private func lines(_ results: some Sequence<RecordedResult>) -> [String] {
    results.map { RecordLine.text(of: $0) }
  }

  @Test("they keep their order and are whole, however many there are", arguments: [0, 3, 4, 5, 50])
  func order(count: Int) {
    let results = makeResults(count)
    var safe = SafeResults(mostInMemory: 4)
    for result in results { safe.add([result]) }
    #expect(lines(safe.all) == lines(results))
    #expect(safe.ids == results.map(\.id))
    #expect(safe.isEmpty == (count == 0))
    // Reading changes nothing.
    safe.add(makeResults(1))
    #expect(lines(safe.all.prefix(count)) == lines(results))
    #expect(safe.all.count == count + 1)
    safe.removeAll()
    #expect(safe.isEmpty && safe.all.isEmpty)
  }

  @Test("many at once are taken, too")
  func batch() {
    let results = makeResults(30)
    var safe = SafeResults(mostInMemory: 1)
    safe.add(results)
    #expect(lines(safe.all) == lines(results))
  }

  @Test("one that is taken back or gone is so, wherever it is")
  func withdrawn() {
    var results = makeResults(12)
    var safe = SafeResults(mostInMemory: 4)
    safe.add(results)
    for index in [1, 11] {
      safe.withdraw(results[index].id)
      results[index].withdraw()
    }
    #expect(lines(safe.all) == lines(results))
    let gone = [results[0].id, results[10].id]
    safe.removeAll { gone.contains($0.id) }
    results.removeAll { gone.contains($0.id) }
    #expect(lines(safe.all) == lines(results))
  }

  @Test("without a place for a file they stay in memory, and no file is left behind")
  func places() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-safe-\(UUID())")
    let results = makeResults(20)
    var safe = SafeResults(mostInMemory: 4, directory: directory)
    safe.add(results)
    #expect(lines(safe.all) == lines(results))
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let more = makeResults(2)
    safe.add(more)
    #expect(lines(safe.all) == lines(results + more))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }
}
