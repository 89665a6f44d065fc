import Testing

@testable import Console
@testable import PeachApp
@testable import Program

@Suite("The first run, in time")
@MainActor
struct FirstRunTests {
  /// A first run with its clock, and what it has asked for.
  private struct Course {
    var run = FirstRun()
    var time = Duration.zero
    var actions: [FirstRun.Action] = []

    /// The levels of the notes so far, in dB.
    var levels: [Double] {
      actions.compactMap { if case .play(let level) = $0 { level } else { nil } }
    }

    mutating func soundChanged(_ hasSound: Bool, outputs: [String]? = ["desk"]) {
      actions += run.soundChanged(to: hasSound ? .at(outputs) : .none, at: time)
    }

    mutating func press(_ key: Key) { actions += run.handle(key, at: time) }

    /// Lets time pass, and wakes the run whenever it asked for that.
    mutating func wait(seconds: Double) {
      let end = time + .seconds(seconds)
      while let next = run.nextNote, next <= end {
        time = max(next, time)
        actions += run.tick(at: time)
      }
      time = end
    }
  }

  @Test("nothing sounds before something can be heard")
  func silence() {
    var course = Course()
    course.wait(seconds: 10)
    #expect(course.actions.isEmpty)
    course.soundChanged(true)
    #expect(course.levels == [-40])
  }

  @Test("a note each second, 3 dB louder each time, up to -12 dB and no further")
  func rise() {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 12)
    let risen = (0..<10).map { -40 + 3 * Double($0) }
    #expect(course.levels == risen + [-12, -12, -12])
  }

  @Test("Enter keeps the level of the note that was heard, then tells the task; Enter trains")
  func comfortable() {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 4.6)
    course.press(.enter)
    #expect(course.run.step == .task)
    course.wait(seconds: 30)
    course.press(.enter)
    #expect(
      course.actions
        == [-40, -37, -34, -31, -28].map { FirstRun.Action.play(level: $0) }
        + [.keep(level: -28), .train])
  }

  @Test("an Enter before the fourth note asks once more, while the notes go on")
  func tooEarly() {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 2.5)
    course.press(.enter)
    #expect(course.run.step == .level && course.run.isAskedAgain)
    #expect(lines(course.run, 80, 24).joined().contains("It gets louder."))
    course.wait(seconds: 1)
    #expect(course.levels == [-40, -37, -34, -31])
    course.press(.enter)
    #expect(course.actions.last == .keep(level: -31))
    // The fourth note is late enough.
    var later = Course()
    later.soundChanged(true)
    later.wait(seconds: 3)
    later.press(.enter)
    #expect(later.run.step == .task)
    // Who insists is believed.
    var soft = Course()
    soft.soundChanged(true)
    soft.press(.enter)
    soft.press(.enter)
    #expect(soft.actions.last == .keep(level: -40))
  }

  @Test("covered by another screen it is silent; back, it goes on at the level that it has reached")
  func covered() {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 4)
    course.run.cover()
    course.wait(seconds: 20)
    #expect(course.levels == [-40, -37, -34, -31, -28])
    course.soundChanged(true)
    course.wait(seconds: 1)
    #expect(course.levels.suffix(2) == [-28, -25])
    // Nobody knows how loud another output is.
    course.run.cover()
    course.soundChanged(true, outputs: ["headphones"])
    #expect(course.levels.last == -40)
    course.wait(seconds: 2)
    course.soundChanged(true, outputs: ["desk"])
    #expect(course.levels.last == -40)
    // More may become known of the same ones.
    var early = Course()
    early.soundChanged(true, outputs: nil)
    early.soundChanged(true)
    #expect(early.levels == [-40])
  }

  @Test("it begins with the level that an earlier one has reached, and never makes that softer")
  func reached() {
    for (level, next) in [(-25.0, -22.0), (-13, -12), (-12, -12), (-6, -6)] {
      var course = Course(run: FirstRun(from: level))
      course.soundChanged(true)
      course.wait(seconds: 1)
      #expect(course.levels == [level, next])
    }
  }

  @Test("- takes a step back and ends the rise; then + and - change the level by 1 dB")
  func softer() {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 3)
    course.press(.character("-"))
    course.wait(seconds: 2)
    course.press(.character("+"))
    course.wait(seconds: 1)
    course.press(.character("-"))
    course.press(.character("-"))
    course.wait(seconds: 1)
    #expect(course.levels == [-40, -37, -34, -31, -34, -34, -33, -35])
  }

  @Test("+ skips a step while the level rises, and goes beyond -12 dB afterwards, never beyond 0")
  func louder() {
    var course = Course()
    course.soundChanged(true)
    course.press(.character("+"))
    course.wait(seconds: 1)
    #expect(course.levels == [-40, -34])
    course.wait(seconds: 10)
    for _ in 0..<100 { course.press(.character("=")) }
    course.wait(seconds: 1)
    #expect(course.levels.last == 0)
    for _ in 0..<100 { course.press(.character("-")) }
    course.wait(seconds: 1)
    #expect(course.levels.last == -60)
  }

  @Test("another output begins with the soft notes again; a lost one falls silent")
  func anotherOutput() {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 6)
    course.press(.character("o"))
    #expect(course.actions.last == .chooseOutput)
    course.soundChanged(false)
    course.wait(seconds: 5)
    let count = course.levels.count
    course.soundChanged(true)
    #expect(course.levels.count == count + 1)
    #expect(course.levels.last == -40)
  }

  @Test("Esc and q show the start screen; without sound Enter does, once that is known")
  func leaving() {
    for key in [Key.escape, .character("q")] {
      var course = Course()
      course.soundChanged(true)
      course.press(key)
      #expect(course.actions.last == .leave)
      course.wait(seconds: 5)
      #expect(course.levels.count == 1)
    }
    var silent = Course()
    silent.press(.enter)
    #expect(silent.actions.isEmpty, "the server may still answer")
    silent.soundChanged(false)
    silent.press(.enter)
    #expect(silent.actions == [.skip])
  }

  @Test("Space lets the note sound again, at its level, and the next one comes a second later")
  func again() {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 0.75)
    course.press(.character(" "))
    #expect(course.levels == [-40, -40])
    course.wait(seconds: 0.875)
    #expect(course.levels.count == 2)
    course.wait(seconds: 0.125)
    #expect(course.levels == [-40, -40, -37])
    course.press(.character(" "))
    #expect(course.levels.count == 3, "the note still sounds")
  }

  @Test("nobody listens to notes for ever; a key wakes them")
  func rest() {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 600)
    let count = course.levels.count
    #expect(count < 60)
    course.press(.character("-"))
    course.wait(seconds: 1)
    #expect(course.levels.count > count)
  }

  @Test("the first answer comes within a minute, even of somebody who waits for the loudest note")
  func sixtySeconds() {
    var course = Course()
    // A server and a sound that take their time.
    course.wait(seconds: 3)
    course.soundChanged(true)
    while course.levels.last != -12 { course.wait(seconds: 1) }
    course.wait(seconds: 3)
    course.press(.enter)
    // Reading takes a while, and so do two notes and an answer.
    course.wait(seconds: 20)
    course.press(.enter)
    course.wait(seconds: 2 + 5)
    #expect(course.actions.last == .train)
    #expect(course.time < .seconds(60))
  }

  // MARK: Frames

  private func lines(
    _ run: FirstRun, silence: LastingFault? = nil, _ columns: Int, _ rows: Int
  ) -> [String] {
    FirstRunScreen(run: run, training: .comparison, silence: silence, glyphs: .unicode)
      .frame(in: TerminalSize(columns: columns, rows: rows)).lines(columns, rows)
  }

  private var told: FirstRun {
    var course = Course()
    course.soundChanged(true)
    course.wait(seconds: 4)
    course.press(.enter)
    return course.run
  }

  @Test("the quiet note, in three sizes and both languages")
  func levelFrames() {
    let standard = lines(FirstRun(), 80, 24)
    #expect(standard[0] == "Peach")
    #expect(
      standard[9...12].map { String($0.dropFirst(10)) } == [
        "♪  Can you hear this quiet note?", "", "+ louder   - softer   o another output",
        "Enter  comfortable: continue",
      ])
    #expect(standard[23] == "Enter continue   o output   ? help   Esc start screen")
    let large = lines(FirstRun(), 120, 40)
    #expect(large.contains(String(repeating: " ", count: 30) + "♪  Can you hear this quiet note?"))
    #expect(
      lines(FirstRun(), 40, 12).prefix(5) == [
        "Peach", "♪  Can you hear this quiet note?", "+ louder   - softer   o another output",
        "Enter  comfortable: continue", "",
      ])
    StartFixture.inGerman {
      #expect(
        lines(FirstRun(), 80, 24).filter { !$0.isEmpty }.map { $0.drop { $0 == " " } } == [
          "Peach", "♪  Ist dieser leise Ton zu hören?",
          "+ lauter   - leiser   o anderer Ausgang", "Enter  angenehm: weiter",
          "Enter weiter   o Ausgang   ? Hilfe   Esc Start",
        ])
      #expect(lines(FirstRun(), 40, 12)[1] == "♪  Ist dieser leise Ton zu hören?")
      #expect(lines(FirstRun(), 120, 40).joined().contains("Ist dieser leise Ton zu hören?"))
    }
  }

  @Test("the task, in three sizes and both languages")
  func taskFrames() {
    let text = "Two notes. Is the second higher or lower? The first ones are easy."
    for size in StartFixture.sizes {
      let shown = lines(told, size.columns, size.rows)
      let words = shown.flatMap { $0.split(separator: " ") }.joined(separator: " ")
      #expect(words.contains(text))
      #expect(words.contains("↑ higher ↓ lower"))
      #expect(words.contains("Enter starts."))
      #expect(shown.allSatisfy { $0.columns <= size.columns })
    }
    StartFixture.inGerman {
      for size in StartFixture.sizes {
        let words = lines(told, size.columns, size.rows)
          .flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(
          words.contains(
            "Zwei Töne. Ist der zweite höher oder tiefer? Die ersten sind leicht."))
        #expect(words.contains("↑ höher ↓ tiefer"))
      }
    }
  }

  @Test("what keeps the note from being heard stands in its place")
  func obstacles() {
    let away = lines(FirstRun(), silence: .noServer, 80, 24).joined()
    #expect(away.contains("No JACK server; trying again."))
    #expect(away.contains("Enter start screen"))
    let alone = lines(FirstRun(), silence: .unconnected, 40, 12).joined()
    #expect(alone.contains("Nothing connected; o chooses an output."))
    StartFixture.inGerman {
      #expect(
        lines(FirstRun(), silence: .noServer, 80, 24).joined()
          .contains("Kein JACK-Server; neuer Versuch."))
    }
    // The task can be told without it.
    #expect(!lines(told, silence: .noServer, 80, 24).joined().contains("No JACK"))
  }

  @Test("as lines: the question once, before the notes")
  func spoken() {
    let screen = FirstRunScreen(
      run: FirstRun(), training: .comparison, silence: nil, glyphs: .unicode)
    #expect(
      screen.spoken == [
        "Can you hear this quiet note?",
        "+ louder, - softer, o another output. Enter: comfortable, continue.",
      ])
    let task = FirstRunScreen(
      run: told, training: .comparison, silence: nil, glyphs: .unicode)
    #expect(task.spoken.last == "Arrow up: higher. Arrow down: lower. Enter starts.")
    let matching = FirstRunScreen(run: told, training: .matching, silence: nil, glyphs: .unicode)
    #expect(matching.spoken.first?.hasPrefix("Matching: a note sounds") == true)
    #expect(matching.spoken.last == "Enter starts.")
  }
}
