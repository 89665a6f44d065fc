import Intonation
import Language
import MainThread
import Music
import Program
import Settings
import Training

/// A check of headphones before a block: it asks which of three noises has a tone. Main thread.
///
/// A user who guesses passes 18 of 1000 checks.
final class HeadphoneCheck {
  fileprivate static let count = 6
  fileprivate static let fewestRight = 5

  private let services: TrainingServices
  private let prompt: PlanPrompt
  private var random: RandomSource

  /// - Parameter random: draws the places of the tones, and the noises.
  init(_ services: TrainingServices, _ prompt: PlanPrompt, using random: RandomSource) {
    (self.services, self.prompt, self.random) = (services, prompt, random)
  }

  /// Asks until the check is passed. If the user leaves the plan instead, returns the reason.
  func run() async -> Ending? {
    // Scripts connect the outputs when Peach reports that it is ready.
    services.link.view = prompt.mode
    services.link.train()
    while true {
      var right = 0
      for number in 1...Self.count {
        let target = Int.random(in: 1...HugginsPitch.count, using: &random)
        switch await answer(to: number, target: target, seed: random.next()) {
        case .choice(let place): right += place == target ? 1 : 0
        case .leave(let ending): return ending
        case .resume, .anew, .again: break
        }
      }
      let isPassed = right >= Self.fewestRight
      let checked = Notice.headphonesChecked(right: right)
      if isPassed || services.terminal == nil {
        prompt.mode.showNotice(checked)
      } else {
        prompt.mode.show(.question(checked.onStage))
      }
      if isPassed { return nil }
      if let ending = await waitForRetry() { return ending }
    }
  }

  /// Waits until the user tries again. If the user leaves the plan instead, returns the reason.
  private func waitForRetry() async -> Ending? {
    while true {
      switch await prompt.answer(help: .headphones) {
      case .resume: return nil
      case .leave(let ending): return ending
      case .choice, .anew, .again: break
      }
    }
  }

  /// Plays three noises, as often as the user wants, until the user answers or leaves the plan.
  private func answer(to number: Int, target: Int, seed: UInt64) async -> PlanPrompt.Answer {
    let question = Notice.headphoneQuestion(number)
    if services.terminal == nil { prompt.mode.showNotice(question) }
    while true {
      // The loss of the server may have been shown meanwhile.
      if services.terminal != nil { prompt.mode.show(.question(question.onStage)) }
      let playing = Task { await play(target: target, seed: seed) }
      let answer = await prompt.answer(isChoosing: true, help: .headphones)
      playing.cancel()
      await playing.value
      switch answer {
      case .choice, .leave: return answer
      case .resume, .anew, .again: break
      }
    }
  }

  private func play(target: Int, seed: UInt64) async {
    guard let engine = services.link.client?.engine else { return }
    let (rate, gain) = (Int(engine.sampleRate), services.settings.outputLevel.gain)
    let sound = await Task.detached {
      var noise = SeededGenerator(seed: seed)
      return HugginsPitch(sampleRate: rate)
        .samples(target: target - 1, gain: gain, using: &noise)
    }.value
    _ = await engine.play(left: sound.left, right: sound.right)
  }
}

extension Notice {
  /// - Parameter number: of the question, from 1.
  fileprivate static func headphoneQuestion(_ number: Int) -> Notice {
    Notice(
      "headphoneQuestion",
      localized(
        "headphones, question %d of %d: which of the three noises has a faint tone in it? 1, 2 or 3; again repeats them",
        number, HeadphoneCheck.count),
      [ShownField("index", .int(number)), ShownField("of", .int(HeadphoneCheck.count))],
      brief: localized(
        "Headphones, %d of %d: which of the three noises has a faint tone in it? 1, 2 or 3; Space repeats them.",
        number, HeadphoneCheck.count))
  }

  fileprivate static func headphonesChecked(right: Int) -> Notice {
    let count = HeadphoneCheck.count
    let isPassed = right >= HeadphoneCheck.fewestRight
    let members = [
      ShownField("right", .int(right)), ShownField("of", .int(count)),
      ShownField("passed", .bool(isPassed)),
    ]
    guard !isPassed else {
      return Notice(
        "headphones", localized("headphones: %d of %d right, passed", right, count), members)
    }
    return Notice(
      "headphones",
      localized(
        """
        headphones: %d of %d right, %d are needed. Put on headphones, on the right ears and without mono or \
        room effects; start tries again, quit leaves the plan
        """, right, count, HeadphoneCheck.fewestRight), members,
      brief: localized(
        "%d of %d right, %d are needed. Put on headphones; Enter tries again, Esc leaves the plan.",
        right, count, HeadphoneCheck.fewestRight))
  }
}
