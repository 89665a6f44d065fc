/// What becomes of a staged row.
enum RowVerdict: Int {
  /// It is stored, as is a row without a verdict.
  case new

  /// The history has it.
  case present

  /// The file has had it already.
  case repeated

  /// Its id belongs to another result, which stays.
  case losing

  /// Its id belonged to another result, whose place it takes.
  case winning
}
