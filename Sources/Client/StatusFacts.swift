import Charts
import Console
import Language
import MainThread
import Music
import Program

/// What is so all the time: what sounds, where, how loud, and what is wrong. The run feeds it with what the
/// server says and with its notices; it says no more than these.
package struct StatusFacts: Hashable {
  /// The name of the sound, as musicians say it: `Sine`.
  package var sound = ""

  /// The frequency of A4, in hertz.
  package var referencePitch = 440.0

  /// The output level, in dB.
  package var level: Double?

  /// Whether the sounds of played notes are kept on the disk.
  package var keepsAudio = false

  /// What the server says of the client.
  package var link = LinkStatus()

  /// Whether a client is wanted and could not be opened.
  package var isServerMissing = false

  /// What began with a notice and has not ended with another one.
  private var noticed: [LastingFault.Kind: LastingFault] = [:]

  /// A notice has come. The server's own condition and its connections are those of ``link``, which is true at
  /// any moment; of these a notice is only news.
  package mutating func receive(_ notice: Notice) {
    switch notice.standing {
    case .begins(let fault): if !Self.ofServer.contains(fault.kind) { noticed[fault.kind] = fault }
    case .ends(let kind, _): noticed[kind] = nil
    case .event, .unshown: break
    }
    invariant(
      noticed.allSatisfy { $0 == $1.kind && !Self.ofServer.contains($0) },
      "the link alone tells of the server")
  }

  /// A client sounds with this sound, so it is loaded.
  package mutating func endLoading(of source: SoundSourceID) {
    guard case .loading(let sound, _) = noticed[.loading] else { return }
    if sound == source.font ?? source.description { noticed[.loading] = nil }
  }

  private static let ofServer: Set<LastingFault.Kind> = [
    .noServer, .serverStalled, .freewheeling, .unconnected,
  ]

  /// What lasts, the most important first. Nobody can tell what is connected without a server.
  package var faults: [LastingFault] {
    let ofServer: LastingFault? =
      switch link.server {
      case .away: .noServer
      case .unasked: isServerMissing ? .noServer : nil
      case .stalled: .serverStalled
      case .freewheeling: .freewheeling
      case .running: link.outputs?.isEmpty == true ? .unconnected : nil
      }
    return [ofServer].compactMap { $0 } + noticed.values.sorted { $0.kind < $1.kind }
  }

  /// Whether it is known where the sound goes, or what keeps it from being heard.
  package var isSettled: Bool {
    !faults.isEmpty || (link.server == .running && link.outputs != nil)
  }

  /// The fault that nothing sounds without its end; `nil` if there is none.
  package var silence: LastingFault? {
    faults.first { Self.ofServer.contains($0.kind) }
  }
}

extension StatusFacts {
  /// The status row: `Sine · A 440 · → Scarlett 2i2 1+2 · −12 dB · LPD8`, or what is wrong instead.
  package func row(_ glyphs: Glyphs) -> StyledText {
    let faults = faults
    let keeping = keepsAudio ? localized("sound is kept") : ""
    guard faults.isEmpty else {
      // What cannot be kept is not.
      let isKept = keepsAudio && !faults.contains { $0.kind == .audioNotKept }
      return faults.dropFirst().reduce(faults[0].text) { $0 + "   " + $1.text }
        + StyledText(isKept ? "   " + keeping : "")
    }
    var parts = [keeping, sound, "A \(NumberText.short(referencePitch))"]
    if let outputs = link.outputs, !outputs.isEmpty {
      parts.append("\(glyphs.right) \(PortLabel.outputs(outputs))")
    }
    if let level { parts.append(LevelText.text(level, glyphs)) }
    parts += controllers
    return StyledText(parts.filter { !$0.isEmpty }.joined(separator: " \(glyphs.faint) "))
  }

  /// The same for a line that is read out: `Sine to Scarlett 2i2 1+2, -12 dB.`
  package var spoken: String {
    if let fault = faults.first { return fault.sentence }
    var text = sound
    if let outputs = link.outputs, !outputs.isEmpty {
      text = localized(context: "playing", "%@ to %@", sound, PortLabel.outputs(outputs))
    }
    guard let level else { return "\(text)." }
    return localized("%@, %@ dB.", text, NumberText.short(level))
  }

  /// The controllers that are connected, each once.
  private var controllers: [String] {
    link.inputs.map(PortLabel.controller).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }
}
