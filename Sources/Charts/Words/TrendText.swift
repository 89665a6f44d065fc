import Language

/// Changes as the user reads them.
enum TrendText {
  /// A change as a share. Beyond tenfold, the figure is not worth reading: a few trials may give any
  /// value.
  static func percent(_ share: Double) -> String {
    share < 10
      ? localized("%@ %%", NumberText.fixed(share * 100, places: 0, isSigned: true))
      : localized("over +1000 %%")
  }
}
