extension String {
  /// The text with `_` for whatever is not to be seen: control and format characters and ends of lines.
  var printable: String {
    let unseen: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned,
    ]
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { unseen.contains($0.properties.generalCategory) ? "_" : $0 }))
  }
}
