import Console

/// A page of the profile: a picture with its meaning, laid out for a terminal of any size.
struct ProfilePage {
  /// A picture that is drawn as large as the room allows.
  struct Picture {
    /// It is left out if there are fewer rows, and uses no more than these.
    let fewestRows: Int
    let mostRows: Int
    let lines: (TerminalSize) -> [StyledText]
  }

  /// The training.
  var title: String

  /// What is in view; may be empty.
  let view: String
  let picture: Picture?

  /// The meaning of the picture, the most important sentence first.
  var sentences: [String]

  /// The picture's figures, for readers who cannot see it.
  let figures: () -> [String]

  /// The most important one first.
  let keys: [StageFrame.KeyHint]

  /// The same if not all of the picture fits; `nil` if that makes no difference.
  var keysOfCutPicture: [StageFrame.KeyHint]?

  /// Beyond the first sentence, others take no rows of a picture that has fewer than these.
  private static let goodRows = 10

  func frame(in size: TerminalSize) -> StageFrame {
    let room = StageFrame.room(in: size)
    let wrapped = sentences.map { sentence in
      StyledText(sentence).wrapped(to: min(room.columns, StageFrame.stageColumns))
    }
    // The title matters more.
    let isWide = title.columns + view.columns < size.columns
    var frame = StageFrame(
      title: StyledText(title), corner: StyledText(isWide ? view : ""),
      body: Array(wrapped.joined()), keys: keys, verdict: StyledText(sentences.first ?? ""))
    let separating = StageFrame.isSpacious(size) ? 1 : 0
    let free = room.rows - separating
    guard let picture, let first = wrapped.first, first.count + picture.fewestRows <= free else {
      return frame
    }
    var told = first
    let good = max(picture.fewestRows, min(Self.goodRows, picture.mostRows))
    for sentence in wrapped.dropFirst() {
      guard told.count + sentence.count + good <= free else { break }
      told += sentence
    }
    let rows = min(free - told.count, picture.mostRows)
    if rows < picture.mostRows, let keysOfCutPicture { frame.keys = keysOfCutPicture }
    frame.bodyColumns = room.columns
    frame.body = picture.lines(TerminalSize(columns: room.columns, rows: rows)) + [""] + told
    return frame
  }

  /// The same in words only, however long.
  func spoken(width: Int) -> [String] {
    var lines = view.isEmpty ? [title] : [title, view]
    lines += sentences
    lines += figures()
    lines.append(StageFrame.spokenKeys(keys))
    return lines.flatMap { WrappedText.lines($0, width: width) }
  }
}
