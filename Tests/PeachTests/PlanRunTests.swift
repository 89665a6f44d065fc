import Foundation
import TestSupport
import Testing
import Training

extension MemoryTests {
  /// `peach run` and `peach listen`.
  @Suite("A plan from block to block")
  @MainActor
  struct PlanRunTests {
    private let home: Home
    private let plan: URL

    init() throws {
      home = try Home()
      plan = home.directory.appendingPathComponent("lesson.toml")
      try write(
        """
        [[block]]
        training = "listening"
        intervals = ["M3", "P5"]
        seconds = 3
        [[block]]
        training = "comparison"
        trials = 2
        say = "Two notes."
        [[block]]
        training = "rest"
        seconds = 1
        [[block]]
        training = "comparison"
        feedback = false
        list = "list.csv"
        """)
      try home.write(
        "referenceNote,interval,centOffset\nC4,P5,20\nD4,M3,-30\n",
        to: home.directory.appendingPathComponent("list.csv"))
    }

    private func write(_ blocks: String) throws {
      try home.write("title = \"A lesson\"\nnoteDuration = 0.3\n" + blocks, to: plan)
    }

    private func peach(_ arguments: String...) throws -> PeachRun {
      try PeachRun(
        ["run", plan.path, "--json"] + arguments, home: home, server: MemoryTests.serverName)
    }

    /// What the history has of each result, as text.
    private func results(_ columns: String) throws -> [String] {
      try home.query("select \(columns) from result order by sequence")
    }

    /// Answers rightly until the end or until so many results of comparison.
    private func answer(
      _ peach: PeachRun, until limit: Int = .max, _ receive: (Event) throws -> Void = { _ in }
    ) async throws {
      var (offset, count) = (0.0, 0)
      while let event = try await peach.nextEvent() {
        try receive(event)
        if event.event == "trial", let asked: Double = event["centOffset"] { offset = asked }
        if event.state == "awaitingAnswer" { peach.send(offset > 0 ? "higher" : "lower") }
        if event.event == "result", event["training"] == "comparison" { count += 1 }
        if count == limit {
          peach.send("quit")
          count += 1
        }
      }
    }

    @Test("the blocks follow one another as one run; each result has its place")
    func whole() async throws {
      let server = MemoryTests.server()
      let peach = try peach()
      var (blocks, trials): ([String], [String]) = ([], [])
      try await answer(peach) { event in
        if event.event == "block" {
          let (index, count): (Int?, Int?) = (event["index"], event["of"])
          blocks.append("\(index ?? 0) \(count ?? 0) \(event["training"] ?? "")")
        } else if event.event == "trial", event["training"] == "comparison" {
          trials.append("\(event["referenceNote"] ?? 0) \(event["interval"] ?? "")")
        }
      }
      #expect(await peach.finish().status == 0)
      #expect(blocks == ["1 4 listening", "2 4 comparison", "3 4 rest", "4 4 comparison"])
      #expect(trials.suffix(2) == ["60 P5", "62 M3"])
      #expect(
        try results("training || block") == [
          "listening1", "comparison2", "comparison2", "comparison4", "comparison4",
        ])
      #expect(try home.query("select count(distinct run) from result") == ["1"])
      #expect(try home.query("select count(*) from trainingRun") == ["1"])
      #expect(try home.query("select count(distinct plan) from result") == ["1"])
      #expect(
        try home.query("select centOffset from result where block = 4 order by sequence")
          == ["20.0", "-30.0"])
      await server.stop()
    }

    @Test("what was listened to is one result, with how much of what for how long")
    func listened() async throws {
      let server = MemoryTests.server()
      let peach = try PeachRun(
        ["listen", "--json", "--intervals", "M3", "--note-duration", "0.3", "--trials", "3"],
        home: home, server: MemoryTests.serverName)
      var states: [String] = []
      while let event = try await peach.nextEvent() {
        if let state = event.state { states.append(state) }
        if states.count == 2, event.state == "playingNote2" { peach.send("next") }
      }
      #expect(await peach.finish().status == 0)
      #expect(states.prefix(3) == ["playingNote1", "playingNote2", "showingFeedback"])
      #expect(
        states.dropFirst(3).prefix(4)
          == ["playingNote1", "playingNote2", "playingTogether", "showingFeedback"])
      #expect(try results("training || interval || label || heard") == ["listeningM3M33"])
      let seconds = try #require(Double(try results("responseTime").first ?? ""))
      #expect((1.5...6).contains(seconds))
      #expect(try await home.run(["profile", "--json"]).status == 0)
      #expect(try await home.run(["data", "undo"]).output.joined().contains("block") == false)
      await server.stop()
    }

    @Test(
      "a plan that was left goes on in the middle of its block if that is wanted, else begins anew")
    func resumed() async throws {
      let server = MemoryTests.server()
      let first = try peach()
      try await answer(first, until: 1)
      _ = await first.finish()
      let continued = try peach("--continue")
      var blocks: [Int] = []
      try await answer(continued, until: 2) { event in
        if event.event == "block" { blocks.append(event["index"] ?? 0) }
      }
      _ = await continued.finish()
      #expect(blocks == [2, 3, 4])
      #expect(try results("block").map { $0 } == ["1", "2", "2", "4"])
      // Its last block has begun.
      let anew = try peach("--continue")
      #expect(try await anew.event { $0.event == "block" }?["index"] == 1)
      anew.send("quit")
      #expect(await anew.finish().status == 0)
      try write("[[block]]\ntraining = \"rest\"\nseconds = 1\n")
      #expect(await (try peach("--continue")).finish().status == 0)
      await server.stop()
    }

    /// A plan with a shuffled list, of which the trials are to be the same for the same seed.
    private func writeStudy() throws {
      try write(
        """
        [[block]]
        training = "comparison"
        list = "list.csv"
        order = "random"
        repeat = 2
        strategy = "constant"
        centOffset = 25
        practice = true
        [[block]]
        training = "rest"
        seconds = 1
        """)
      try home.write(
        "interval,condition,noteDuration\nP5,fifth,0.4\nM3,third,\nP8,octave,\n",
        to: home.directory.appendingPathComponent("list.csv"))
    }

    @Test("the records name participant, session, condition and seed; the seed repeats all choices")
    func study() async throws {
      try writeStudy()
      let server = MemoryTests.server()
      for participant in ["07", "08"] {
        let peach = try peach("--participant", participant, "--session", "2", "--seed", "11")
        try await answer(peach)
        #expect(await peach.finish().status == 0)
      }
      let asked = "interval || condition || referenceNote || centOffset || noteDuration"
      let trials = try results(asked)
      #expect(trials.count == 12 && trials.prefix(6) == trials.suffix(6))
      #expect(Set(trials).count > 3)
      #expect(
        Set(try results("condition || noteDuration")) == ["fifth0.4", "third0.3", "octave0.3"])
      #expect(
        Set(try results("participant || session || practice || strategy")) == [
          "0721constant", "0821constant",
        ])
      #expect(Set(try home.query("select seed from trainingRun")) == ["11"])
      await server.stop()
    }

    @Test(
      "the same seed and answers give the same trials in another language, at another rate and period",
      .timeLimit(.minutes(1)))
    func surroundings() async throws {
      let strategy = "strategy = \"staircase\"\ncentOffset = 60\nsteps = [2, 1.41]\nreversals = 1"
      try write(
        """
        varyLoudness = 0.5
        [[block]]
        training = "comparison"
        list = "list.csv"
        order = "latin"
        repeat = 2
        feedback = false
        \(strategy)
        [[block]]
        training = "oddOne"
        trials = 5
        intervals = ["P1", "P5"]
        \(strategy)
        [[block]]
        training = "purity"
        trials = 4
        intervals = ["M3"]
        strategy = "constant"
        centOffset = 25
        [[block]]
        training = "matching"
        trials = 2
        """)
      try home.write(
        "interval,condition\nP5,fifth\nM3,third\nP8,octave\n",
        to: home.directory.appendingPathComponent("list.csv"))
      var courses: [[String]] = []
      for (rate, period, language) in [(48_000, 64, "C.UTF-8"), (44_100, 1024, "de_DE.UTF-8")] {
        let server = MemoryTests.server(rate: rate, period: period)
        let peach = try PeachRun(
          ["run", plan.path, "--json", "--participant", "3", "--seed", "11"], home: home,
          server: MemoryTests.serverName, environment: ["LC_ALL": language])
        var (course, count): ([String], Int) = ([], 0)
        while let event = try await peach.nextEvent() {
          if event.event == "trial" {
            course.append(event.line)
            count += 1
          }
          switch event.state {
          case "awaitingAnswer", "playingTunable":
            for command in [count % 3 > 0 ? "higher" : "lower", "\(count % 2 + 1)", "commit"] {
              peach.send(command)
            }
          default: break
          }
        }
        #expect(await peach.finish().status == 0)
        courses.append(course)
        await server.stop()
      }
      #expect(courses[0].count == 17 && courses[0] == courses[1])
    }

    @Test("a study that was left goes on in its own order, and only for the same participant")
    func resumedStudy() async throws {
      try writeStudy()
      let server = MemoryTests.server()
      func run(_ participant: String, _ more: String..., until limit: Int = .max) async throws {
        let peach = try PeachRun(
          ["run", plan.path, "--json", "--participant", participant] + more, home: home,
          server: MemoryTests.serverName)
        try await answer(peach, until: limit)
        _ = await peach.finish()
      }
      func asked(of participant: String) throws -> [String] {
        try home.query(
          """
          select condition || referenceNote || centOffset from result
          where participant = '\(participant)' order by sequence
          """)
      }
      try await run("1", until: 2)
      // Nothing of this one is left.
      try await run("2", "--continue", "--seed", "3")
      #expect(try asked(of: "2").count == 6)
      try await run("1", "--continue")
      let first = try asked(of: "1")
      #expect(first.count == 6)
      let seeds = try home.query(
        """
        select distinct seed from trainingRun join result on run = trainingRun.id
        where participant = '1'
        """)
      #expect(seeds.count == 1 && seeds != ["3"])
      try await run("3", "--seed", try #require(seeds.first))
      #expect(try asked(of: "3") == first)
      await server.stop()
    }

    @Test("a Latin square wants the number of the participant; a label has letters and digits")
    func participants() async throws {
      try writeStudy()
      let text = try String(contentsOf: plan, encoding: .utf8)
      try home.write(text.replacing("\"random\"", with: "\"latin\""), to: plan)
      for arguments in [[], ["--participant", "a"], ["--participant", "a_1"]] {
        let (status, _, errors) = try await home.run(["run", plan.path] + arguments)
        #expect(status == 64 && errors.contains("--participant"), "\(errors)")
      }
    }

    @Test("on a terminal a card comes before each block: Enter begins it, Esc leaves the plan")
    func cards() async throws {
      let server = MemoryTests.server()
      try home.makeHistory()
      let terminal = TerminalRun(["run", plan.path, "--no-connect"], home: home)
      #expect(await terminal.shows("A lesson"))
      #expect(await terminal.shows("Listening for 3 seconds: major third and perfect fifth."))
      terminal.type("\u{1B}")
      #expect(await terminal.change() == .exited(0))
      #expect(terminal.isAsBefore)
      await server.stop()
    }

    @Test(
      "a block with playing is skipped, and said so, if there is nothing to connect to the input")
    func noInput() async throws {
      try write(
        """
        [[block]]
        training = "playing"
        trials = 3
        [[block]]
        training = "comparison"
        trials = 1
        """)
      let server = MemoryTests.server()
      let peach = try peach("--connect-input", "nobody")
      var codes: [String] = []
      try await answer(peach) { event in
        if event.event == "notice" { codes.append(event["code"] ?? "") }
      }
      #expect(await peach.finish().status == 0)
      #expect(codes.contains("blockSkipped"))
      #expect(try results("block") == ["2"])
      await server.stop()
    }

    @Test(
      "the odd one of three: lines answer, records hold both places, and the analysis has its row")
    func oddOne() async throws {
      try write(
        """
        [[block]]
        training = "oddOne"
        trials = 24
        strategy = "constant"
        centOffset = 90
        noteDuration = 0.3
        intervals = ["P1"]
        feedback = false
        """)
      let server = MemoryTests.server()
      let peach = try peach("--participant", "07", "--seed", "2")
      var (place, states, count): (Int, [String], Int) = (0, [], 0)
      while let event = try await peach.nextEvent() {
        if event.event == "trial" { place = event["oddPlace"] ?? 0 }
        if let state = event.state { states.append(state) }
        if event.state == "playingThird" {
          count += 1
          peach.send(count == 1 ? "\(place % 3 + 1)" : ["first", "second", "third"][place - 1])
        }
      }
      #expect(await peach.finish().status == 0)
      #expect(states.prefix(3) == ["playingFirst", "playingSecond", "playingThird"])
      let right = try results("isCorrect = (oddPlace = answeredPlace)")
      #expect(right.count == 24 && right.allSatisfy { $0 == "1" })
      #expect(try results("isCorrect").filter { $0 == "0" }.count == 1)
      #expect(Set(try results("oddPlace")) == ["1", "2", "3"])
      let (status, output, _) = try await home.run(["analyse"])
      let row = try #require(output.first { $0.contains("oddOne") })
      #expect(status == 0 && row.hasPrefix("07,,,oddOne,harmonic,P1,24,23,"), "\(output)")
      await server.stop()
    }

    /// Answers the questions of a check of headphones, this many of them rightly.
    private func answerCheck(
      _ peach: PeachRun, seed: UInt64, right: Int, using random: inout RandomSource
    ) async throws {
      for index in 1...6 {
        let target = Int.random(in: 1...3, using: &random)
        _ = random.next()
        let question = try await peach.event { $0["code"] == "headphoneQuestion" }
        #expect(question?["index"] == index && question?["of"] == 6)
        if index == 2 { peach.send("again") }
        peach.send(index <= right ? "\(target)" : "\(target % 3 + 1)")
      }
    }

    @Test(
      "a block with a check of headphones begins when five of six answers are right, and not before",
      .timeLimit(.minutes(1)))
    func headphones() async throws {
      try write("[[block]]\ntraining = \"comparison\"\ntrials = 1\nheadphones = \"huggins\"\n")
      let server = MemoryTests.server()
      let peach = try peach("--seed", "7")
      #expect(try await peach.event { $0.event == "block" }?["headphones"] == "huggins")
      #expect(try await peach.event { $0.event == "ready" } != nil)
      var random = BlockCourse(Block(.comparison, .trials(1)), seed: 7).randomBefore
      try await answerCheck(peach, seed: 7, right: 4, using: &random)
      let failed = try #require(try await peach.event { $0["code"] == "headphones" })
      #expect(failed["right"] == 4 && failed["of"] == 6 && failed["passed"] == false)
      peach.send("start")
      try await answerCheck(peach, seed: 7, right: 5, using: &random)
      let passed = try #require(try await peach.event { $0["code"] == "headphones" })
      #expect(passed["right"] == 5 && passed["passed"] == true)
      try await answer(peach)
      #expect(await peach.finish().status == 0)
      #expect(try results("training") == ["comparison"])
      await server.stop()
    }

    @Test("on a terminal digits answer the check of headphones, and Esc leaves the plan")
    func headphonesOnTerminal() async throws {
      try write("[[block]]\ntraining = \"comparison\"\ntrials = 1\nheadphones = \"huggins\"\n")
      let server = MemoryTests.server()
      try home.makeHistory()
      let terminal = TerminalRun(["run", plan.path, "--no-connect"], home: home)
      #expect(await terminal.shows("1 comparison"))
      terminal.type("\r")
      #expect(await terminal.shows("Headphones, 1 of 6"))
      terminal.type(" ")
      terminal.type("2")
      #expect(await terminal.shows("Headphones, 2 of 6"))
      terminal.type("\u{1B}")
      #expect(await terminal.change() == .exited(0))
      await server.stop()
    }

    @Test("a plan with a fault runs nothing: file, line and key; 78")
    func faulty() async throws {
      try write("[[block]]\ntraining = \"comparison\"\ntrails = 2\n")
      let (status, _, errors) = try await home.run(["run", plan.path])
      #expect(status == 78 && errors.contains("\(plan.path), line 3"))
      let (missing, _, words) = try await home.run(["run", "nothing"])
      #expect(missing == 64 && words.contains("peach plans"))
    }
  }
}
