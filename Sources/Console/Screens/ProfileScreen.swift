import Foundation
import Music
import Training

/// The profile as pictures: thresholds over the keyboard, or how pitches were tuned, one training at a
/// time.
public struct ProfileScreen: Screen {
  private let profile: ProfileSnapshot
  private let glyphs: Glyphs

  /// Which of the four trainings is shown.
  private var shown = 0

  /// How many times the keyboard is enlarged, and the lowest octave in view then.
  private var zoom = 1
  private var octave = 0

  private static let greatestZoom = 4

  public init(profile: ProfileSnapshot, glyphs: Glyphs) {
    self.profile = profile
    self.glyphs = glyphs
  }

  public func lines(in size: TerminalSize) -> [String] {
    let choice = StartScreen.choices[shown]
    let heading = StartText.name(choice.training, choice.kind)
    let body =
      switch choice.training {
      case .comparison: comparisons(profile.comparison[choice.kind], size)
      case .matching: matchings(profile.matching[choice.kind], size)
      }
    let foot = choice.training == .comparison ? ProfileScreenText.zoomKeys(glyphs) : ""
    let lines = [heading, ""] + body
    let room = max(size.rows - 2, 1)
    return Array(lines.prefix(room)) + [ProfileScreenText.keys(glyphs) + foot]
  }

  public mutating func take(_ key: Key) -> ScreenAction? {
    switch key {
    case .right, .character("l"): shown = (shown + 1) % StartScreen.choices.count
    case .left, .character("h"):
      shown = (shown + StartScreen.choices.count - 1) % StartScreen.choices.count
    case .character("+"): zoom = min(zoom * 2, Self.greatestZoom)
    case .character("-"): zoom = max(zoom / 2, 1)
    case .up: octave += 1
    case .down: octave = max(octave - 1, 0)
    case .character("q"), .character("Q"), .escape, .enter: return .back
    default: break
    }
    return nil
  }

  private func comparisons(
    _ part: ProfileSnapshot.Comparisons, _ size: TerminalSize
  ) -> [String] {
    guard part.trials > 0 else { return [ProfileText.untrained] }
    let sentences = ProfileScreenText.sentences(part).flatMap {
      WrappedText.lines($0, width: size.columns - 1)
    }
    let plot = KeyboardPlot(
      entries: view(of: part.notes).map { .init(note: $0.note, estimate: $0.estimate) },
      glyphs: glyphs)
    let rows = size.rows - 6 - sentences.count
    guard rows >= 5 else { return sentences }
    return plot.lines(columns: size.columns - 1, rows: rows) + [""] + sentences
  }

  /// The notes in view.
  private func view(of notes: [ProfileSnapshot.Note]) -> [ProfileSnapshot.Note] {
    guard zoom > 1 else { return notes }
    let count = max(notes.count / zoom, 12)
    let start = min(octave * 12, max(notes.count - count, 0))
    return Array(notes[start..<min(start + count, notes.count)])
  }

  private func matchings(_ part: ProfileSnapshot.Matchings, _ size: TerminalSize) -> [String] {
    guard part.count > 0 else { return [ProfileText.untrained] }
    let sentences = ProfileScreenText.sentences(part).flatMap {
      WrappedText.lines($0, width: size.columns - 1)
    }
    guard let bias = part.bias, let spread = part.spread else { return sentences }
    return TuningPlot(bias: bias.rawValue, spread: spread.rawValue, glyphs: glyphs)
      .lines(columns: size.columns - 1) + [""] + sentences
  }
}
