/// What a SoundFont says of itself; texts may be empty.
struct FontInformation: Hashable {
  let name: String
  let author: String
  let copyright: String
  let comment: String
  let product: String
  let date: String

  /// The edition of the format, as `2.04`.
  let edition: String

  init(
    name: String, author: String = "", copyright: String = "", comment: String = "",
    product: String = "", date: String = "", edition: String = ""
  ) {
    self.name = name
    self.author = author
    self.copyright = copyright
    self.comment = comment
    self.product = product
    self.date = date
    self.edition = edition
  }
}
