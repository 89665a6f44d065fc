/// What a SoundFont says of itself; texts may be empty.
public struct FontInformation: Hashable {
  public let name: String
  public let author: String
  public let copyright: String
  public let comment: String
  public let product: String
  public let date: String

  /// The edition of the format, as `2.04`.
  public let edition: String

  public init(
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
