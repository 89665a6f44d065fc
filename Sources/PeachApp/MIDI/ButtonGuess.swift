import Realtime
import Settings

/// Which key, pad or pedal was pressed. A value: messages in, a guess out.
nonisolated struct ButtonGuess: Hashable {
  let button: MIDIButton

  /// 1…16.
  let channel: Int

  /// The last press among the messages; `nil` where there is none.
  ///
  /// A controller counts where it goes up to 64 or more from nothing or from below: what a knob that is
  /// turned sends in between does not.
  init?(_ messages: [MIDIMessage]) {
    var last: (MIDIButton, UInt8)?
    var values: [Int: UInt8] = [:]
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
