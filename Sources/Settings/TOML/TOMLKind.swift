/// The types of TOML without its dates and times, which no setting takes.
public enum TOMLKind: String, Hashable, Sendable {
  case string, integer, float, boolean, array, table
}
