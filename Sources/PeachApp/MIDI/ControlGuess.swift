import Realtime
import Settings

/// A guess, from its messages, which control the user turns to move the slider.
///
/// The user turns it to the left, then to the right, a few steps each; there is no guess before
/// both directions have been seen. Other messages do not matter as long as the control sends most
/// of them.
nonisolated struct ControlGuess: Hashable {
  enum Control: Hashable {
    case slider(SliderControl)
    /// The pitch wheel.
    case wheel
  }

  let control: Control

  /// 1…16.
  let channel: Int

  /// The least number of values; fewer may come from an accidental touch.
  private static let fewest = 6

  /// Returns `nil` if the messages are not enough for a guess.
  init?(_ messages: [MIDIMessage]) {
    let candidates = [
      Self.wheel(messages), Self.parameter(messages), Self.controller(messages),
    ]
    guard let best = candidates.compactMap(\.self).max(by: { $0.weight < $1.weight }) else {
      return nil
    }
    (control, channel) = (best.control, best.channel)
  }

  private typealias Candidate = (control: Control, channel: Int, weight: Int)

  // MARK: The pitch wheel

  private static func wheel(_ messages: [MIDIMessage]) -> Candidate? {
    var values: [UInt8: [Int]] = [:]
    for case .pitchWheel(let channel, let value) in messages {
      values[channel, default: []].append(Int(value))
    }
    guard let (channel, positions) = values.max(by: { $0.value.count < $1.value.count }),
      hasBothDirections(positions)
    else { return nil }
    return (.wheel, Int(channel) + 1, positions.count)
  }

  // MARK: Non-registered parameters

  private static func parameter(_ messages: [MIDIMessage]) -> Candidate? {
    // By channel, the halves of the selected number (−1: none, or a registered one).
    var selected: [UInt8: (coarse: Int, fine: Int)] = [:]
    var values: [Parameter: [Int]] = [:]
    var count: [Parameter: Int] = [:]
    for case .controlChange(let channel, let controller, let value) in messages {
      let (coarse, fine) = selected[channel] ?? (-1, -1)
      switch controller {
      case 99: selected[channel] = (Int(value), fine)
      case 98: selected[channel] = (coarse, Int(value))
      case 100, 101: selected[channel] = (-1, -1)
      case 6, 38:
        guard coarse >= 0, fine >= 0 else { continue }
        let parameter = Parameter(channel: channel, number: coarse << 7 | fine)
        count[parameter, default: 0] += 1
        let last = values[parameter]?.last ?? 0
        let position =
          controller == 6 ? Int(value) << 7 | last & 0x7F : last & ~0x7F | Int(value)
        values[parameter, default: []].append(position)
      default: continue
      }
    }
    guard let (parameter, _) = count.max(by: { $0.value < $1.value }),
      let positions = values[parameter], hasBothDirections(positions)
    else { return nil }
    // The messages that select the parameter count, too, so that it outweighs its data entry.
    let related = messages.count { message in
      guard case .controlChange(parameter.channel, let controller, _) = message else {
        return false
      }
      return [6, 38, 98, 99].contains(controller)
    }
    return (
      .slider(.parameter(parameter.number)), Int(parameter.channel) + 1, related + 1
    )
  }

  private struct Parameter: Hashable {
    let channel: UInt8
    let number: Int
  }

  // MARK: Controllers

  private static func controller(_ messages: [MIDIMessage]) -> Candidate? {
    var streams: [Stream: [Int]] = [:]
    for case .controlChange(let channel, let controller, let value) in messages {
      streams[Stream(channel: channel, controller: Int(controller)), default: []]
        .append(Int(value))
    }
    // Of controllers with equally many messages, the lowest counts. A constant value does not come
    // from turning.
    let turned = streams.filter { Set($0.value).count > 1 }
    guard
      let busiest = turned.keys.max(by: { one, other in
        let counts = (turned[one]?.count ?? 0, turned[other]?.count ?? 0)
        return counts.0 == counts.1
          ? one.controller > other.controller : counts.0 < counts.1
      })
    else { return nil }
    let channel = Int(busiest.channel) + 1
    if let coarse = pair(of: busiest, in: streams) {
      let positions = positions(of: coarse, on: busiest.channel, in: messages)
      guard hasBothDirections(positions) else { return nil }
      return (.slider(.pair(coarse)), channel, positions.count)
    }
    guard let values = streams[busiest] else { return nil }
    if let coding = coding(of: values) {
      return (.slider(.relative(busiest.controller, coding)), channel, values.count)
    }
    guard hasBothDirections(values) else { return nil }
    return (.slider(.controller(busiest.controller)), channel, values.count)
  }

  private struct Stream: Hashable {
    let channel: UInt8
    let controller: Int
  }

  /// The coarse half's controller, if the busiest is one half of a pair.
  private static func pair(of busiest: Stream, in streams: [Stream: [Int]]) -> Int? {
    guard busiest.controller < 64 else { return nil }
    let coarse = busiest.controller % 32
    let halves = [coarse, coarse + 32].map { number in
      streams[Stream(channel: busiest.channel, controller: number)] ?? []
    }
    // A fine half that never changes or rarely comes belongs to another control; the coarse half
    // may be sent only when it changes.
    guard !halves[0].isEmpty, halves[1].count * 2 >= halves[0].count, Set(halves[1]).count > 2
    else { return nil }
    return coarse
  }

  /// The positions of a pair from its coarse half or, if that hardly moves, from its fine half.
  private static func positions(
    of coarse: Int, on channel: UInt8, in messages: [MIDIMessage]
  ) -> [Int] {
    func values(of number: Int) -> [Int] {
      messages.compactMap { message in
        guard case .controlChange(channel, let controller, let value) = message,
          Int(controller) == number
        else { return nil }
        return Int(value)
      }
    }
    let coarseValues = values(of: coarse)
    return Set(coarseValues).count > 2 ? coarseValues : values(of: coarse + 32)
  }

  // MARK: Positions and steps

  /// True if values fall and rise often enough to be intended.
  private static func hasBothDirections(_ values: [Int]) -> Bool {
    let steps = zip(values.dropFirst(), values).map { $0 - $1 }
    let falls = steps.count { $0 < 0 }
    let rises = steps.count { $0 > 0 }
    return values.count >= fewest && falls >= fewest / 3 && rises >= fewest / 3
  }

  /// The coding of an endless encoder; `nil` for a position.
  ///
  /// The values of an encoder lie close to the values of one step up and one step down, and not in
  /// between. They also repeat, which positions never do.
  private static func coding(of values: [Int]) -> SliderControl.Coding? {
    guard values.count >= fewest else { return nil }
    func fits(_ ups: ClosedRange<Int>, _ downs: ClosedRange<Int>, neutral: Int) -> Bool {
      let steps = values.filter { $0 != neutral }
      let (rises, falls) = (steps.count(where: ups.contains), steps.count(where: downs.contains))
      return rises + falls == steps.count && rises >= fewest / 3 && falls >= fewest / 3
    }
    if fits(1...32, 96...127, neutral: 0) { return .twosComplement }
    if fits(1...32, 65...96, neutral: 0) { return .signedBit }
    // Nobody turns a knob from one end to the other and back without anything between.
    if fits(127...127, 0...0, neutral: 128) { return .extremes }
    // A position can lie near the middle, too.
    func counts(from neutral: Int) -> Bool {
      let steps = values.filter { $0 != neutral }
      let repeats = zip(steps.dropFirst(), steps).count { $0 == $1 }
      return repeats >= 2
        && fits(neutral + 1...neutral + 15, neutral - 15...neutral - 1, neutral: neutral)
    }
    return counts(from: 64) ? .binaryOffset : counts(from: 16) ? .offset16 : nil
  }
}

/// A guess, from the messages, which key, pad or pedal was pressed.
nonisolated struct ButtonGuess: Hashable {
  let button: MIDIButton

  /// 1…16.
  let channel: Int

  /// Finds the last press among the messages; returns `nil` if there is none.
  ///
  /// A controller is pressed if it rises to 64 or more from below 32 at once; a knob sends values
  /// in between.
  ///
  /// - Parameter earlier: the messages before; a pedal that was down then is not pressed now.
  init?(_ messages: [MIDIMessage], after earlier: [MIDIMessage] = []) {
    var last: (MIDIButton, UInt8)?
    var values: [Int: UInt8] = [:]
    for case .controlChange(let channel, let controller, let value) in earlier {
      values[Int(channel) << 7 | Int(controller)] = value
    }
    for message in messages {
      switch message {
      case .noteOn(let channel, let key, _): last = (.notes(Int(key)...Int(key)), channel)
      case .programChange(let channel, let program): last = (.program(Int(program)), channel)
      case .controlChange(let channel, let controller, let value):
        let number = Int(channel) << 7 | Int(controller)
        if value >= 64, (values[number] ?? 0) < 32 {
          last = (.controller(Int(controller)), channel)
        }
        values[number] = value
      default: break
      }
    }
    guard let last else { return nil }
    (button, channel) = (last.0, Int(last.1) + 1)
  }
}
