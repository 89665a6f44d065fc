/// What the user reads, in the user's language.
///
/// The English text is the key of the catalogues in `po/`, so it stands here as it is written: a literal
/// of one piece, without interpolation. `%@` is where a value goes and `%d` where a number goes; a
/// translation may put them into another order (`%2$@`). A value is text that is not to be translated any
/// more, or a whole number; other numbers become text by ``NumberText``.
///
/// - Parameter context: tells apart what English says alike.
public func localized(
  context: String? = nil, _ text: String, _ values: any MessageValue...
) -> String {
  let manner = MessageCatalogue.manner
  let format = manner.isTranslated ? translation(of: text, in: context) : text
  return MessageFormat.fill(manner.isUnicode ? format : ASCIIText.text(format), values)
}

/// The same where the text depends on a number, which is the first of the values.
///
/// A language may have more than two forms, or one: the catalogue knows.
public func localized(
  one: String, other: String, _ count: Int, _ values: any MessageValue...
) -> String {
  let manner = MessageCatalogue.manner
  let format =
    manner.isTranslated
    ? MessageCatalogue.lookUp(one: one, other: other, count) : count == 1 ? one : other
  return MessageFormat.fill(
    manner.isUnicode ? format : ASCIIText.text(format), [count as any MessageValue] + values)
}

private func translation(of text: String, in context: String?) -> String {
  // gettext translates nothing into the catalogue's heading.
  guard !text.isEmpty else { return text }
  guard let context else { return MessageCatalogue.lookUp(text) }
  let key = "\(context)\u{4}\(text)"
  let found = MessageCatalogue.lookUp(key)
  return found == key ? text : found
}
