import Foundation
import Music
import Training

@testable import Charts
@testable import Console

extension ReportFixture {
  /// The screen of what the fixture holds.
  func screen(_ glyphs: Glyphs = .unicode) -> ProfileScreen<Never> {
    guard let range = NoteRange(lowest: 48, highest: 72) else { preconditionFailure() }
    return ProfileScreen<Never>(
      profile: ProfileSnapshot(hearing, noteRange: range),
      days: ProfileDays(hearing, timeZone: .gmt), glyphs: glyphs)
  }

  /// The same with its weeks in view.
  func timeline(_ glyphs: Glyphs = .unicode) -> ProfileScreen<Never> {
    var screen = screen(glyphs)
    _ = screen.handle(.character("t"))
    return screen
  }
}

extension ProfileScreen<Never> {
  mutating func handle(_ keys: [Key]) {
    for key in keys { _ = handle(key) }
  }

  /// What is read out, with one blank between any two words.
  func said(_ columns: Int, _ rows: Int) -> String {
    spoken(in: TerminalSize(columns: columns, rows: rows)).joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
  }

  /// The words of a frame, with one blank between any two.
  func text(_ columns: Int, _ rows: Int) -> String {
    lines(in: TerminalSize(columns: columns, rows: rows)).joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
  }

  /// What is in view, at the right of the title.
  func view(_ columns: Int = 80, _ rows: Int = 24) -> String? {
    frame(in: TerminalSize(columns: columns, rows: rows))?.corner.plain
  }
}
