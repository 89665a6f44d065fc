/// A row that is no record of training. The database's own checks keep such rows out; a damaged
/// file may hold one all the same.
struct UnreadableRecord: Error {
  let table: String
}
