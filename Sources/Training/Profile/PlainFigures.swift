import Foundation
import MainThread
import Music

/// What was asked and tuned, and how that changed, without what the answers show of the user's hearing; of
/// notes one after the other, or of notes together.
public nonisolated struct PlainFigures: Sendable {
  public private(set) var profile = PerceptualProfile()
  public private(set) var trends = TrendAnalyzer()
  public private(set) var timeline: ThresholdTimeline

  /// - Parameter calendar: its time zone decides when a day ends.
  init(calendar: Calendar) { timeline = ThresholdTimeline(calendar: calendar) }

  /// Adds the answer to a choice, in order of time.
  mutating func add(_ answer: ChoiceAnswer) {
    let kind = answer.kind
    profile.update(note: answer.note, centOffset: answer.centOffset, in: kind)
    trends.update(centOffset: answer.centOffset, in: kind)
    timeline.update(
      centOffset: answer.centOffset, isCorrect: answer.isCorrect, in: kind, date: answer.date)
    invariant(
      profile.discrimination[kind][answer.note].count <= trends.discrimination[kind].count,
      "the answers to a note are among all")
  }

  /// Adds a note that was tuned or played, in order of time.
  mutating func add(_ answer: PitchAnswer) {
    profile.updateMatching(note: answer.note, centError: answer.centError, in: answer.kind)
    trends.updateMatching(centError: answer.centError, in: answer.kind)
    invariant(
      profile.matching[answer.kind].count == trends.matching[answer.kind].count,
      "the profile and the trends have the same answers")
  }
}

nonisolated extension HearingModel {
  /// The plain figures of notes one after the other.
  public var profile: PerceptualProfile { plain.melodic.profile }
  public var trends: TrendAnalyzer { plain.melodic.trends }
  public var timeline: ThresholdTimeline { plain.melodic.timeline }
}
