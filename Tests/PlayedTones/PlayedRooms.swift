import Foundation

/// What sounds from loudspeakers beside the player's note.
nonisolated struct PlayedDrone {
  let difficulty: PlayedCases.Difficulty
  let index: Int
  /// `nil` for the fifth below the note, or the note itself.
  let hertz: Double?
  let seed: UInt64

  init(_ difficulty: PlayedCases.Difficulty, _ index: Int, hertz: Double?, seed: UInt64) {
    (self.difficulty, self.index, self.hertz, self.seed) = (difficulty, index, hertz, seed)
  }

  /// The interval from the drone to the target, as a ratio.
  var ratio: Double {
    switch difficulty {
    case .droneBelow, .droneFading, .droneWavering, .droneFadingAlone: 1.5
    default: 1
    }
  }

  /// The drone's level at a second, as an amplitude.
  func height(at time: Double) -> Double {
    switch difficulty {
    case .droneFading, .droneFadingAlone:
      // 4 to 16 dB a second.
      pow(10, -Double(4 + 3 * (index % 5)) * time / 20)
    case .droneWavering:
      // By 4 dB to either side.
      pow(10, 4 * sin(2 * .pi * (0.7 + 0.8 * Double(index % 5)) * time + Double(index)) / 20)
    default: 1
    }
  }
}

/// What rings on in the room of the reference, which has just ended.
nonisolated struct PlayedRinging {
  let difficulty: PlayedCases.Difficulty
  let index: Int
  /// `nil` for the fifth below the note, or the note itself.
  let hertz: Double?
  /// In dB a second.
  let slope: Double
  let seed: UInt64

  init(
    _ difficulty: PlayedCases.Difficulty, _ index: Int, hertz: Double?, slope: Double, seed: UInt64
  ) {
    (self.difficulty, self.index, self.hertz) = (difficulty, index, hertz)
    (self.slope, self.seed) = (slope, seed)
  }
}

nonisolated extension PlayedCases {
  /// What happens with microphones and players.
  enum Difficulty: String, CaseIterable, Sendable {
    case strongSecondPartial = "strong 2nd partial"
    case weakFundamental = "weak fundamental"
    case missingFundamental = "no fundamental"
    case scratchBefore = "bow scratch, then tone"
    case scratchAlone = "bow scratch alone"
    case breathAlong = "breath with the tone"
    case breathAlone = "breath alone"
    case roomNoise = "room noise -40 dB"
    case roomAlone = "room noise alone"
    case humAlong = "hum, -30 dB"
    case humAlone = "hum alone"
    case secondString = "second string, -12 dB"
    case beatingString = "string 10 cents off, -15 dB"
    case slideIn = "slide into the note"
    case endlessSlide = "endless slide"
    case endsEarly = "ends early"
    case trill = "trill"
    case wideVibrato = "vibrato of 60 cents"
    case wrongNote = "wrong note"
    case otherOctave = "another octave"
    case wrongThenRight = "wrong note, then right"
    case syllables = "spoken syllables"
    case dyingReference = "reference dying away"
    case clipped = "clipped"
    case silence = "silence"
    case droneBelow = "fifth above a drone, -6 dB"
    case droneUnderRichTone = "unison with a sine, -6 dB"
    case droneInTheWay = "unison with its like, -6 dB"
    case droneInHeadphones = "unison in headphones"
    case droneFading = "fifth above a fading drone"
    case droneWavering = "fifth above a wavering drone"
    case droneFadingAlone = "fading drone alone"
    case octaveBelowDrone = "octave below a drone"
    case referenceRinging = "reference ringing slowly"
    case ringingFifth = "fifth asked, reference ringing"
    case noteOverRinging = "note over the ringing"
    case noteAfterRinging = "note after the ringing"
    case hole = "hole in the note"
    case skip = "piece left out of the note"
    case repetition = "piece of the note twice"

    /// What sounds while the note is played.
    var setting: PosedNote.Setting {
      switch self {
      case .droneBelow, .droneFading, .droneWavering, .droneFadingAlone: .overFifth
      case .droneUnderRichTone, .droneInTheWay, .droneInHeadphones, .octaveBelowDrone: .overUnison
      case .ringingFifth: .afterFifth
      default: .alone
      }
    }
  }

  /// A note beside a drone that the microphone hears.
  static func beside(_ drone: PlayedDrone, _ note: PlayedSignal) -> PlayedCase {
    var note = note
    let target = note.hertz
    let total = 2.4
    if drone.ratio == 1 { note.timbre = .saw }
    if drone.difficulty == .octaveBelowDrone { note.hertz /= 2 }
    var leak = PlayedSignal()
    leak.hertz = drone.hertz ?? target / drone.ratio
    leak.timbre = drone.difficulty == .droneUnderRichTone ? .sine : .saw
    leak.seconds = total
    leak.level = drone.difficulty == .droneInHeadphones ? -120 : note.level - 6
    leak.seed = drone.seed
    var sound = leak.samples(lead: 0, total: total).enumerated().map { place, value in
      value * drone.height(at: Double(place) / sampleRate)
    }
    if drone.difficulty != .droneFadingAlone {
      for (place, value) in note.samples(lead: 0.7, total: total).enumerated() {
        sound[place] += value
      }
    }
    let expectation: PlayedCase.Expectation =
      switch drone.difficulty {
      case .droneInTheWay: .inseparable
      case .droneFadingAlone: .noPitch
      case .octaveBelowDrone: .judged(cents: note.cents, octaves: -1)
      default: .judged(cents: note.cents)
      }
    return PlayedCase(
      target: target, sound: sound, expectation: expectation, accompaniment: [leak.hertz])
  }

  /// A note, or none, after a reference that dies away slowly.
  static func after(_ ringing: PlayedRinging, _ note: PlayedSignal) -> PlayedCase {
    let isFifth = ringing.difficulty == .ringingFifth
    var reference = PlayedSignal()
    reference.hertz = ringing.hertz ?? (isFifth ? note.hertz / 1.5 : note.hertz)
    reference.timbre = ringing.index.isMultiple(of: 2) ? .partials([1, 0.3, 0.1]) : .sine
    reference.seed = ringing.seed
    reference.attack = 0.001
    reference.level = -28
    let total = ringing.difficulty == .noteAfterRinging ? 5.0 : 4.0
    // A training hears the reference itself as well.
    let before = ringing.hertz == nil ? 0 : PosedNote.referenceSeconds
    reference.seconds = before + total
    let whole = reference.samples(lead: 0, total: before + total)
    let split = min(Int(before * sampleRate), whole.count)
    var sound = whole[split...].enumerated().map { place, value in
      value * pow(10, -ringing.slope * Double(place) / sampleRate / 20)
    }
    let expectation: PlayedCase.Expectation
    switch ringing.difficulty {
    case .noteOverRinging, .noteAfterRinging:
      var note = note
      note.level = -20
      if ringing.difficulty == .noteOverRinging { note.seconds = 2.4 }
      if ringing.difficulty == .noteAfterRinging {
        // The ringing is damped by then.
        for place in Int(2 * sampleRate)..<sound.count { sound[place] = 0 }
      }
      let lead = ringing.difficulty == .noteAfterRinging ? 2.6 : 1.2
      for (place, value) in note.samples(lead: lead, total: total).enumerated() {
        sound[place] += value
      }
      expectation = .judged(cents: note.cents)
    default: expectation = .notJudged
    }
    return PlayedCase(
      target: note.hertz, sound: sound, expectation: expectation,
      ringing: [reference.hertz], before: Array(whole[..<split]))
  }

  /// A recording whose source was late: so many samples are missing or sound twice, and nothing in the frames says so.
  static func cut(
    _ sound: [Double], at place: Int, length: Int, _ difficulty: Difficulty
  ) -> [Double] {
    var sound = sound
    switch difficulty {
    case .hole: for index in place..<(place + length) { sound[index] = 0 }
    case .skip: sound.removeSubrange(place..<(place + length))
    default: sound.insert(contentsOf: sound[(place - length)..<place], at: place)
    }
    return sound
  }
}
