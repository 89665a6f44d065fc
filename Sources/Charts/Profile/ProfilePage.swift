import Console

/// A picture of the profile with its explanation, laid out for a terminal of any size.
struct ProfilePage {
  /// A picture that is drawn as large as the room allows.
  struct Picture {
    /// Legends of its signs for a width, the longest first.
    let legends: (_ columns: Int) -> [String]

    /// The picture is left out if there are fewer rows.
    let fewestRows: Int

    /// Whether it uses more rows if there are any.
    let grows: Bool
    let lines: (_ columns: Int, _ rows: Int) -> [String]
  }

  /// The training, and what is in view.
  let headings: [String]
  let picture: Picture?

  /// The meaning of the picture, the most important sentence first.
  let sentences: [String]

  /// The picture's figures, for readers who cannot see it.
  let figures: () -> [String]

  /// The keys and what they do, the most important first.
  let keys: [String]

  private static let fewestColumns = 24

  func lines(in size: TerminalSize) -> [String] {
    let width = max(size.columns - 1, 1)
    let room = max(size.rows - 1, 0)
    var top = headings.flatMap { WrappedText.lines($0, width: width) }
    // If there is hardly any room, the meaning is worth more.
    if top.count * 2 > room { top = Array(top.prefix(1)) }
    let body = body(width: width, room: room - top.count)
    return Array((top + body).prefix(room)) + [ScreenText.keys(keys, width: width)]
  }

  /// The same in words only, however long.
  func plainLines(width: Int) -> [String] {
    (headings + sentences + figures()).flatMap { WrappedText.lines($0, width: width) }
      + [ScreenText.keys(keys, width: width)]
  }

  private func body(width: Int, room: Int) -> [String] {
    let wrapped = sentences.map { WrappedText.lines($0, width: width) }
    guard let picture, width >= Self.fewestColumns, room >= picture.fewestRows else {
      let told = Array(wrapped.joined())
      return told.count + 1 < room ? [""] + told + [""] : told
    }
    // As many whole sentences as fit without taking the picture's room.
    var told: [String] = []
    for sentence in wrapped {
      guard told.count + sentence.count + picture.fewestRows <= room else { break }
      told += sentence
    }
    var left = room - told.count
    // Spacing, if it does not make the picture too small.
    func takes(_ rows: Int, sparing: Int) -> Bool {
      guard left - rows >= picture.fewestRows + sparing else { return false }
      left -= rows
      return true
    }
    let legend = picture.legends(width).first { $0.count <= width }.flatMap { text in
      takes(1, sparing: 0) ? [text] : nil
    }
    let above = takes(1, sparing: 3) ? [""] : []
    let between = takes(1, sparing: 3) ? [""] : []
    let below = takes(1, sparing: 3) ? [""] : []
    let drawn = picture.lines(width, picture.grows ? left : picture.fewestRows)
    return above + (legend ?? []) + drawn + between + told + below
  }
}
