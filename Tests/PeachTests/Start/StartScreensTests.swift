import Music
import TestSupport
import Testing
import Training

@testable import Charts
@testable import Client
@testable import Console
@testable import PeachApp
@testable import Program

@Suite("The screens of a run, one above the other")
@MainActor
struct StartScreensTests {
  /// A page that asks for what its keys say.
  private struct Page: Screen {
    func lines(in _: TerminalSize) -> [String] { ["a page"] }

    func handle(_ key: Key) -> ScreenReply<ScreenAction> {
      switch key {
      case .character("q"): .back
      case .character("+"): .perform(.changeLevel(.by(1)))
      default: .stay
      }
    }
  }

  private let output = TextRecorder()
  private let status = StageStatus(glyphs: .unicode)

  /// The stack with the start screen, on a board that keeps what it was given.
  private func screens(
    isPlain: Bool = false, last: TrainingChoice? = StartFixture.unison,
    facts: @escaping () -> StartFacts = { StartFixture.facts() },
    made: @escaping (ScreenName) -> Void = { _ in }
  ) -> StartScreens {
    let board: any Board =
      isPlain
      ? LineBoard(output: output)
      : FullScreenBoard(output: output)
    let screens = StartScreens(
      on: board, status, glyphs: .unicode, isPlain: isPlain, facts: facts,
      make: { name in
        made(name)
        return name == .info ? TextScreen(["a text"]) : Page()
      })
    screens.begin(last: last, closing: nil)
    return screens
  }

  private func shown(by screens: StartScreens) -> [String] {
    screens.draw()
    return TerminalModel(columns: 80).screen(after: output.text)
  }

  @Test("the first session's page leads to the question what is played, once")
  func player() throws {
    var made: [ScreenName] = []
    let screens = screens(made: { made.append($0) })
    let range = try #require(NoteRange(lowest: 36, highest: 84))
    let page = ClosingPage(
      TrainingChoice(.comparison, .unison), course: SessionCourse(.comparison), seconds: 60,
      before: nil, now: SessionFigures(.comparison, of: [], HearingModel(), noteRange: range))
    screens.asksWhatIsPlayed = true
    for expected in [[ScreenName.player], []] {
      made = []
      screens.begin(last: nil, closing: page)
      _ = screens.handle(.escape)
      #expect(made == expected)
      if !expected.isEmpty { _ = screens.handle(.character("q")) }
      #expect(screens.isAtStart)
    }
  }

  @Test("going back from a screen shows what has changed and leaves the selection")
  func goingBack() {
    var trials = 40
    var made: [ScreenName] = []
    let screens = screens(facts: { StartFixture.facts(trials: trials) }, made: { made.append($0) })
    #expect(shown(by: screens).contains { $0.contains("› 1  Comparison") })
    #expect(screens.handle(.down) == nil)
    screens.open(.profile)
    #expect(made == [.profile])
    #expect(!screens.isAtStart)
    #expect(shown(by: screens).first == "a page")
    trials = 10
    #expect(screens.handle(.character("q")) == nil)
    #expect(screens.isAtStart)
    let rows = shown(by: screens)
    #expect(rows.contains { $0.contains("› 2  Comparison") })
    #expect(rows.contains { $0.contains("Enter: 10 comparisons") })
  }

  @Test(
    "names and lengths are there before the history; what is known fills in beside the selection")
  func laterFacts() {
    var facts = StartFixture.earlyFacts
    let screens = screens(facts: { facts })
    let early = shown(by: screens)
    #expect(early.contains { $0.contains("› 1  Comparison") && !$0.contains("threshold") })
    #expect(early.contains { $0.contains("4  Matching") })
    #expect(early.contains { $0.contains("Enter: 40 comparisons") && !$0.contains("minute") })
    #expect(screens.handle(.down) == nil)
    #expect(screens.handle(.enter) == .train(TrainingChoice(.comparison, .interval)))
    facts = StartFixture.facts()
    screens.update()
    let late = shown(by: screens)
    #expect(late.contains { $0.contains("1  Comparison") && $0.contains("threshold 12.8 cents") })
    #expect(late.contains { $0.contains("› 2  Comparison") })
    #expect(late.contains { $0.contains("Enter: 40 comparisons, about 3 minutes") })
  }

  @Test("what becomes known below a page is there when the page is left")
  func factsBelow() {
    var facts = StartFixture.earlyFacts
    let screens = screens(facts: { facts })
    screens.open(.settings)
    facts = StartFixture.facts()
    screens.update()
    #expect(shown(by: screens).first == "a page")
    #expect(screens.handle(.character("q")) == nil)
    #expect(shown(by: screens).contains { $0.contains("threshold 12.8 cents") })
  }

  @Test("what was trained last is selected when it becomes known, unless a key was faster")
  func suggestion() {
    let matching = TrainingChoice(.matching, .unison)
    let untouched = screens(last: nil, facts: { StartFixture.earlyFacts })
    #expect(shown(by: untouched).contains { $0.contains("› t  Today") })
    #expect(untouched.handle(.enter) == .today)
    _ = untouched.handle(.enter)
    #expect(untouched.suggest(matching))
    #expect(untouched.handle(.enter) == .train(matching))

    let moved = screens(facts: { StartFixture.earlyFacts })
    _ = moved.handle(.down)
    #expect(!moved.suggest(matching))
    #expect(moved.handle(.enter) == .train(TrainingChoice(.comparison, .interval)))

    let numbered = screens(facts: { StartFixture.earlyFacts })
    #expect(numbered.handle(.character("2")) == .train(TrainingChoice(.comparison, .interval)))
    #expect(!numbered.suggest(matching))
  }

  @Test("what was trained last is selected; the start screen itself cannot be left")
  func beginning() {
    let screens = screens(last: TrainingChoice(.matching, .unison))
    #expect(shown(by: screens).contains { $0.contains("› 3  Matching") })
    #expect(screens.handle(.escape) == nil)
    #expect(screens.isAtStart)
    #expect(screens.firstRun == nil)
  }

  @Test("what a screen cannot do itself is handed on, from the start screen and from above it")
  func actions() {
    let screens = screens()
    #expect(screens.handle(.enter) == .train(TrainingChoice(.comparison, .unison)))
    #expect(screens.handle(.character("0")) == .open(.settings))
    #expect(screens.isAtStart, "opening is asked for, too")
    screens.open(.settings)
    #expect(screens.handle(.character("+")) == .changeLevel(.by(1)))
    #expect(!screens.isAtStart)
  }

  @Test("? opens the help of the visible screen, with the messages; the same key closes it")
  func help() {
    let screens = screens()
    status.receive(.cannotStop)
    #expect(screens.handle(.character("?")) == nil)
    #expect(shown(by: screens).contains { $0.contains("No shell could wake Peach") })
    #expect(screens.handle(.character("?")) == nil)
    #expect(screens.isAtStart)
    screens.open(.info)
    #expect(screens.handle(.character("?")) == nil)
    #expect(shown(by: screens).first == "Help")
    #expect(shown(by: screens).contains { $0.contains("scroll") })
    #expect(screens.handle(.character("?")) == nil)
    #expect(shown(by: screens).first == "a text")
  }

  @Test("what sounds ends with the next key and with the screen, and goes on when one is opened")
  func silence() {
    let screens = screens()
    var ended = 0
    screens.onSilence = { ended += 1 }
    _ = screens.handle(.down)
    #expect(ended == 1)
    _ = screens.handle(.character(" "))
    #expect(ended == 1, "this one plays")
    screens.open(.profile)
    _ = screens.handle(.character("q"))
    #expect(ended == 2)
  }

  /// What is written from now on if the screens are drawn.
  private func new(_ screens: StartScreens) -> [String] {
    let count = output.lines.count
    screens.draw()
    return Array(output.lines.dropFirst(count))
  }

  /// The client is open, and its outputs are known.
  private func serverComes() {
    status.update {
      $0.sound = "Sine"
      $0.link = LinkStatus(server: .running, outputs: ["desk:in_1"])
    }
  }

  @Test("as lines: the status stands below the menu once it is known, and below no other screen")
  func plain() {
    let screens = screens(isPlain: true)
    status.update { $0.sound = "Sine" }
    screens.draw()
    #expect(output.lines.last?.hasPrefix("1 selected.") == true)
    serverComes()
    let told = new(screens)
    #expect(told.count == 1 && told.first?.hasPrefix("Sine to desk") == true)
    screens.open(.profile)
    #expect(new(screens) == ["a page"])
  }

  @Test("as lines: the menu is read out once; after a return ? lists it")
  func plainReturn() {
    let screens = screens(isPlain: true)
    serverComes()
    #expect(new(screens).contains { $0.hasPrefix("8 ") })
    screens.open(.profile)
    screens.draw()
    _ = screens.handle(.character("q"))
    let again = new(screens)
    #expect(again.prefix(2) == ["Peach", "? lists everything."] && again.count == 4)
    #expect(again.dropFirst(2).first?.hasPrefix("1 selected.") == true)
    #expect(again.last?.hasPrefix("Sine to desk") == true)
    _ = screens.handle(.down)
    let moved = new(screens)
    #expect(moved.count == 1 && moved.first?.hasPrefix("2 selected.") == true)
    _ = screens.handle(.character("?"))
    let help = new(screens)
    #expect(help.contains { $0.hasPrefix("1 Comparison") } && help.contains("0 Settings"))
    #expect(help.last == "Esc goes back.")
    screens.begin(last: StartFixture.unison, closing: nil)
    let trained = new(screens)
    #expect(trained.first == "Peach" && !trained.contains("0 Settings"), "as after a training")
    screens.forget()
    screens.begin(last: nil, closing: nil)
    #expect(new(screens).contains("0 Settings"), "as for another listener")
  }
}
