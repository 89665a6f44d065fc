/// Where the time of a period goes: one note, 64 frames.
struct CallbackShares {
  /// The whole callback with one note, and plain FluidSynth's rendering of it.
  private var voice = Distribution()
  private var reference = Distribution()
  private var parts: [(name: String, cost: Distribution)] = []

  /// Takes what a source cost, if it is one of those compared.
  mutating func take(_ source: any PeriodSource, _ cost: Distribution) {
    switch source {
    case let peach as PeachSource where peach.sounding == .oneNote: voice = cost
    case is FluidSynthSource: reference = cost
    case is VoicePartSource: parts.append((source.name, cost))
    default: break
    }
  }

  /// Peach's median over FluidSynth's.
  var ratio: Double { Double(voice.median) / Double(max(reference.median, 1)) }
  var ratioOfMeans: Double { voice.mean / max(reference.mean, 1) }

  var report: Report {
    let whole = Double(voice.median)
    var named = parts.map { (name: $0.name, nanoseconds: Double($0.cost.median)) }
    let rest = whole - named.reduce(0) { $0 + $1.nanoseconds }
    named.append(("fades, mix, commands", rest))
    named.append(("callback, one note", whole))
    named.append(("FluidSynth, its defaults", Double(reference.median)))
    return Report(
      key: "shares", title: "Where the time goes: one note, 64 frames, medians",
      columns: [
        ReportColumn(key: "part", heading: "part"),
        ReportColumn(key: "microseconds", heading: "us"),
        ReportColumn(key: "percent", heading: "% of the callback"),
      ],
      rows: named.map { part in
        [
          .text(part.name), .number(part.nanoseconds / 1000, decimals: 2),
          .number(part.nanoseconds / max(whole, 1) * 100, decimals: 1),
        ]
      })
  }
}
