import Music
import Testing
import Training

@testable import Charts
@testable import Console

@Suite("The profile screen of both presentations")
struct ProfilePresentationTests {
  private let fixture = ReportFixture()
  private let size = TerminalSize(columns: 80, rows: 24)

  private func part(
    _ presentation: Presentation
  ) throws -> (profile: ProfileSnapshot, days: ProfileDays) {
    let range = try #require(NoteRange(lowest: 48, highest: 72))
    return (
      profile: ProfileSnapshot(fixture.hearing, noteRange: range, presentation: presentation),
      days: ProfileDays(fixture.hearing, presentation: presentation, timeZone: .gmt)
    )
  }

  /// The first lines of all pages, until the first one comes again.
  private func titles(
    _ first: Presentation, _ other: Presentation? = nil
  ) throws -> [String] {
    let shown = try part(first)
    var screen = ProfileScreen<Never>(
      profile: shown.profile, days: shown.days, other: try other.map { try part($0) },
      glyphs: .unicode)
    var titles: [String] = []
    while titles.count < 20 {
      let title = screen.frame(in: size)?.title.plain ?? ""
      if title == titles.first { return titles }
      titles.append(title)
      _ = screen.handle(.right)
    }
    return titles
  }

  @Test("each training has its page, and those of notes together are called so")
  func one() throws {
    let melodic = try titles(.melodic)
    #expect(melodic.count == TrainingChoice.all.count)
    #expect(melodic.count { $0.contains("sounding together") } == 0)
    let harmonic = try titles(.harmonic)
    #expect(harmonic.count { $0.contains("sounding together") } == 6, "all but purity")
  }

  @Test("the other presentation follows, without what has only one")
  func both() throws {
    fixture.compareOften(60, .harmonic)
    let (melodic, harmonic) = (try titles(.melodic), try titles(.harmonic))
    let both = try titles(.melodic, .harmonic)
    #expect(both == melodic + harmonic.filter { $0.contains("sounding together") })
    #expect(
      both.dropFirst(TrainingChoice.all.count).first
        == "Profile: Comparison, unison, sounding together")
  }

  @Test("← leads from the first page to the last one")
  func around() throws {
    let (shown, other) = (try part(.melodic), try part(.harmonic))
    var screen = ProfileScreen<Never>(
      profile: shown.profile, days: shown.days, other: other, glyphs: .unicode)
    _ = screen.handle(.left)
    let title = try #require(screen.frame(in: size)?.title.plain)
    #expect(title == "Profile: Playing, intervals, sounding together")
  }
}
