import Foundation
import Installation

/// Puts fixed words where the machine, the moment or chance speaks: the one place that knows what in a
/// transcript may differ from run to run.
///
/// What stands on a terminal keeps its length, so that it takes the room it took.
struct Placeholders {
  /// As long as the directories that ``SceneHome`` makes.
  static let home = "/home/pitch-trainee"

  let directory: String

  func apply(to text: String) -> String {
    var text = text.replacing(directory, with: Self.home)
    // The limit is this machine's; whether the line comes at all, too.
    text.replace(/(peach: )?memory cannot be locked[^\n\u{1B}]*/, with: "")
    // How well the machine keeps up.
    text.replace(/\{"event":"notice","code":"(xrun|memoryNotLocked|soundLoading)"[^\n]*/, with: "")
    text.replace(
      /(peach: )?(a part|[0-9]+ parts) of the input w(as|ere) lost[^\n\u{1B}]*/, with: "")
    text.replace(/(peach: )?loading the sound [^ ]+/, with: "")
    text.replace(/Your results are still being read; the training follows\.\R/, with: "")
    text.replace(/[ ]JACK reported[^\n\u{1B}.]*\./, with: "")
    text.replace(
      /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/,
      with: "00000000-0000-4000-8000-000000000000")
    // The time of now; those of the fixtures lie before.
    text.replace(
      /"timestamp":"20(?!24)[^"]*"/, with: "\"timestamp\":\"2026-11-21T10:00:00.000Z\"")
    text.replace(/"seconds":[0-9.e-]+,"(right|before)"/) { "\"seconds\":1.5,\"\($0.1)\"" }
    text.replace(/"responseTime":[0-9.e-]+/, with: "\"responseTime\":0.5")
    text.replace(/before-reset-[0-9-]+T[0-9]+Z/, with: "before-reset-2026-11-21T100000Z")
    // The last digits of a number are the processor's.
    text.replace(/-?[0-9]+\.[0-9]{7,}/) { match in
      Double(match.0).map { String(format: "%.6f", $0) } ?? String(match.0)
    }
    text.replace(PeachVersion.text, with: "0.0.0")
    text.replace(/(JACK|FluidSynth|JACK library)( +)[0-9]+\.[0-9]+\.[0-9]+/) {
      "\($0.1)\($0.2)0.0.0"
    }
    return text
  }
}
