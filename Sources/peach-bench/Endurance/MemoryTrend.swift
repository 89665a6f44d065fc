/// The growth of a process's memory, from many samples.
nonisolated struct MemoryTrend {
  struct Sample: Hashable {
    let seconds: Double
    /// Without the memory shared with the server.
    let kibibytes: Int
    /// The number of results so far.
    let results: Int
  }

  /// The bytes that Peach keeps for each result as long as it runs.
  static let bytesPerResult = 8.0

  /// Medians of a tenth of the samples: after the first quarter, which counts as warm-up, and at the end.
  let start: Double
  let end: Double

  /// The memory that the results in between may take.
  let allowed: Double

  /// The slope of the least-squares line through the memory beyond the allowed part, in kibibytes a minute.
  let slope: Double

  /// In kibibytes.
  var excess: Double { end - start - allowed }

  /// - Returns: `nil` if there are too few samples.
  init?(_ samples: [Sample]) {
    guard let first = samples.first, let last = samples.last else { return nil }
    let begin = first.seconds + (last.seconds - first.seconds) / 4
    let warm = samples.filter { $0.seconds >= begin }
    guard warm.count >= 10, let earliest = warm.first else { return nil }
    let tenth = max(3, warm.count / 10)
    start = Self.median(warm.prefix(tenth).map { Double($0.kibibytes) })
    end = Self.median(warm.suffix(tenth).map { Double($0.kibibytes) })
    allowed = Self.bytesPerResult * Double(last.results - earliest.results) / 1024
    slope = Self.slope(
      warm.map { sample in
        (
          sample.seconds / 60,
          Double(sample.kibibytes) - Self.bytesPerResult * Double(sample.results) / 1024
        )
      })
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private static func slope(_ points: [(x: Double, y: Double)]) -> Double {
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.x } / count
    let meanY = points.reduce(0) { $0 + $1.y } / count
    let product = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    let square = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    return square > 0 ? product / square : 0
  }
}
