import Console
import Foundation
import Language
import Music
import Training

/// Plans in words, with the reasons for the blocks of a day.
public enum PlanWords {
  /// A text of a plan in the user's language.
  public static func text(_ text: PlanText) -> String {
    // Translators: the code of your language, such as de.
    text.text(in: localized(context: "code of the language", "en"))
  }

  /// A block in a line: `45 comparisons: major third and minor third`.
  public static func block(_ block: Block) -> String {
    if let words = droneWords(block) { return words }
    let intervals = block.intervals.map { NoteName.inSentence($0) }
    let length = length(block)
    return intervals.isEmpty
      ? length : localized(context: "block of a plan", "%@: %@", length, ListText.joined(intervals))
  }

  /// A block for a note that stands out: `D4 to the drone, 16 times`; `nil` for other blocks.
  private static func droneWords(_ block: Block) -> String? {
    guard let note = block.reason?.note, let count = block.trials else { return nil }
    return localized("%@ to the drone, %d times", NoteName.text(note), count)
  }

  private static func length(_ block: Block) -> String {
    let words = block.activity.training?.words
    return switch block.length {
    case .trials(let count): words?.count(count) ?? block.activity.rawValue
    case .seconds(let count):
      words?.timed(seconds(count)) ?? localized("rest for %@", seconds(count))
    }
  }

  private static func seconds(_ count: Int) -> String {
    count.isMultiple(of: 60)
      ? localized(one: "%d minute", other: "%d minutes", count / 60)
      : localized(one: "%d second", other: "%d seconds", count)
  }

  // MARK: In a row

  /// The blocks of the plan of a day in a row, as many as fit: `listen to thirds 30 s · 45 thirds ·
  /// tune 12 · 25 unisons`.
  public static func row(_ plan: Plan, columns: Int = .max, _ glyphs: Glyphs) -> String {
    let parts = parts(plan)
    let whole = parts.joined(separator: " · ")
    guard whole.columns > columns else { return whole }
    // The next block trains the same intervals.
    var left = zip(plan.blocks, parts).filter { $0.0.part != .listen }.map(\.1)
    func row() -> String { left.joined(separator: " · ") + " " + glyphs.ellipsis }
    while !left.isEmpty, row().columns > columns { left.removeLast() }
    return left.isEmpty ? "" : row()
  }

  /// The blocks of the plan of a day in a few words each. Tuned or played intervals are named
  /// unless the block before names them; a first block without a name is for unisons.
  public static func parts(_ plan: Plan) -> [String] {
    var parts: [String] = []
    var named = plural(.prime)
    for block in plan.blocks {
      if let words = droneWords(block) {
        parts.append(words)
        continue
      }
      let name = plural(block.intervals)
      let part =
        switch (block.activity, block.length) {
        case (.listening, .seconds(let count)): localized("listen to %@ %d s", name, count)
        case (.comparison, .trials(let count)):
          localized(context: "block of a plan", "%d %@", count, name)
        case (.purity, .trials(let count)): localized("%d %@ in chords", count, name)
        case (.matching, .trials(let count)):
          name == named ? localized("tune %d", count) : localized("tune %d %@", count, name)
        case (.playing, .trials(let count)):
          name == named ? localized("play %d", count) : localized("play %d %@", count, name)
        default: self.block(block)
        }
      parts.append(block.part == .check ? localized("check %@", part) : part)
      named = name
    }
    return parts
  }

  /// Intervals of any quality: `thirds`, `fifths and thirds`.
  private static func plural(_ intervals: [DirectedInterval]) -> String {
    let names = intervals.map { plural($0.interval) }
    return ListText.joined(names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
  }

  private static func plural(_ interval: Interval) -> String {
    switch interval {
    case .prime: localized("unisons")
    case .minorSecond, .majorSecond: localized(context: "intervals", "seconds")
    case .minorThird, .majorThird: localized("thirds")
    case .perfectFourth: localized("fourths")
    case .tritone: localized("tritones")
    case .perfectFifth: localized("fifths")
    case .minorSixth, .majorSixth: localized("sixths")
    case .minorSeventh, .majorSeventh: localized("sevenths")
    case .octave: localized("octaves")
    }
  }

  /// The length of a plan: `about 10 minutes`.
  public static func minutes(_ plan: Plan) -> String {
    let minutes = max(Int((plan.seconds / 60).rounded()), 1)
    return localized(one: "about %d minute", other: "about %d minutes", minutes)
  }

  /// The day of a plan: `28 November 2026`.
  ///
  /// - Parameter day: the number of the local day.
  public static func day(_ day: Int) -> String {
    DateText.full(DateText.date(of: day), in: DateText.ofDays)
  }

  // MARK: Why

  /// The reason for the plan of a day, and its length: `unison: …; day 3 of it. About 10 minutes.`
  public static func sentences(_ plan: Plan) -> String {
    let block = plan.blocks.first { $0.part == .focus } ?? plan.blocks.first
    let time = minutes(plan).prefix(1).uppercased() + minutes(plan).dropFirst() + "."
    return block?.reason.map { "\(reason($0)). \(time)" } ?? time
  }

  /// A skill: `major third`, `major third in a chord`.
  public static func skill(_ skill: Skill) -> String {
    name(skill.training, NoteName.inSentence(skill.interval))
  }

  /// The skill of a training for one interval or several.
  static func name(_ training: TrainingName, _ interval: String) -> String {
    training.words.skill(interval)
  }

  /// The reason for a block in the plan of a day, with the figure of its skill.
  public static func reason(_ reason: Reason) -> String {
    let name = skill(reason.skill)
    return switch reason.kind {
    case .firstDay:
      localized("the first day: Peach finds out how small a difference you hear")
    case .listen: localized("%@: %@; listen before you train", name, figure(reason))
    case .focus: localized("%@: %@; day %d of it", name, figure(reason), reason.dayOfFocus ?? 1)
    case .turn:
      localized(
        "%@: %@; for two days, after five days of something else", name, figure(reason))
    case .hand:
      reason.skill.training.answer == .choice
        ? localized("%@: %@; what you make by hand, you hear as well", name, figure(reason))
        : localized("%@: %@; what you hear, you make by hand as well", name, figure(reason))
    case .older:
      localized("%@: %@; last trained on %@", name, figure(reason), date(reason.since))
    case .note: standingOut(reason)
    case .check:
      localized(
        "%@: done on %@ with %@; is it still so? The verdicts come at the end", name,
        date(reason.since), figure(reason))
    }
  }

  private static func standingOut(_ reason: Reason) -> String {
    let note = reason.note.map { NoteName.text($0) } ?? ""
    let cents = reason.figure?.value.rawValue ?? 0
    let size = NumberText.fixed(abs(cents), places: 0)
    return cents > 0
      ? localized(
        "%@ is %@ cents sharp of the rest on your instrument; wear headphones", note, size)
      : localized("%@ is %@ cents flat of the rest on your instrument; wear headphones", note, size)
  }

  private static func figure(_ reason: Reason) -> String {
    guard let figure = reason.figure else {
      return HearingWords.notKnownYet(reason.answers, more: nil)
    }
    return localized(
      "%@ cents, goal %@", text(of: figure, of: reason.skill).all, NumberText.short(reason.goal))
  }

  /// The figure of a skill: a threshold, or the spread of tuned or played notes.
  static func text(of figure: CentsEstimate, of skill: Skill) -> EstimateText {
    skill.training.answer == .choice ? EstimateText(threshold: figure) : EstimateText(figure)
  }

  static func date(_ day: Int?) -> String {
    day.map { DateText.dayAndMonth(DateText.date(of: $0), in: DateText.ofDays) } ?? ""
  }

  /// A skill that is done, with the reason: `unison: 7.2 cents: done for now`.
  public static func done(_ skill: Skill, _ state: SkillHistory.State) -> String {
    let value = state.figure.map { text(of: $0, of: skill).value } ?? ""
    let name = self.skill(skill)
    return state.standsStill
      ? localized("%@: stands at %@ cents; more of this brings little now", name, value)
      : localized("%@: %@ cents: done for now", name, value)
  }

  static func verdict(_ verdict: SkillCheck.Verdict) -> String {
    switch verdict {
    case .kept: localized(context: "check", "kept")
    case .coarser: localized(context: "check", "coarser, so it is trained again")
    case .notClear: localized(context: "check", "not clear")
    }
  }

  /// The reason for a part of a day's plan, with its source.
  public static func source(of part: Block.Part) -> String {
    switch part {
    case .listen:
      localized(
        """
        Listening: intervals that were practised without listening were not learnt in four days; with \
        listening they were (Little, Cheng and Wright 2019; Wright and others 2010).
        """)
    case .focus:
      localized(
        """
        Focus: the first skill that is not done gets half of the time, for at most five days in a row. \
        Two intervals are mixed, which teaches more than one after the other (Psychology of Music, \
        2020). Now and then it has another sound or shorter notes: what is learnt with one sound and \
        length stays with it (Demany and Semal 2002).
        """)
    case .hand:
      localized(
        """
        By hand: hearing and producing are trained together (a pilot study with eight listeners at \
        Penn State).
        """)
    case .older:
      localized("Older: what is done is met again, the skill trained longest ago first.")
    case .check:
      localized(
        """
        Check: 30 trials without verdicts 1, 7 and 30 days after a skill was done, and then every 60 \
        days, at the difference that you got right 85 times in 100 on that day.
        """)
    }
  }

  public static var caveat: String {
    localized("These rules are reasons, not laws. Train what you like.")
  }
}
