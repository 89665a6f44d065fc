/// A value that an axis shows.
struct AxisTick: Hashable {
  let value: Double
  let label: String
}
