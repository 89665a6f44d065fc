import Charts
import Console
import Language
import MainThread
import Music
import Program

/// The client on the server at one moment.
package struct LinkStatus: Hashable {
  package enum Server: Hashable {
    /// No client has been requested, or it is being opened.
    case unasked

    /// No server answers, although a client is wanted.
    case away

    /// The server does not run its clients.
    case stalled

    /// The server does not run in real time.
    case freewheeling

    case running
  }

  package var server = Server.unasked

  /// The full names of the ports to which the outputs are connected; `nil` if that is not known.
  package var outputs: [String]?

  /// The full names of the ports that are connected to the MIDI input.
  package var inputs: [String] = []
}

/// The contents of the status row: the sound, its outputs, its level, and lasting faults. They come
/// from the server and from notices.
package struct StatusFacts: Hashable {
  /// The name of the sound as musicians say it, such as `Sine`.
  package var sound = ""

  /// The frequency of A4, in hertz.
  package var referencePitch = 440.0

  /// The output level, in dB.
  package var level: Double?

  /// True if the sounds of played notes are stored.
  package var keepsAudio = false

  package var link = LinkStatus()

  /// True if a client is wanted and could not be opened.
  package var isServerMissing = false

  /// The faults that began with a notice and have not ended with another one.
  private var noticed: [LastingFault.Kind: LastingFault] = [:]

  /// Takes over a fault that begins or ends with a notice, except for faults of the server and its
  /// connections, which are those of ``link``.
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

  /// Ends the fault that this sound is loading.
  package mutating func endLoading(of source: SoundSourceID) {
    guard case .loading(let sound, _) = noticed[.loading] else { return }
    if sound == source.font ?? source.description { noticed[.loading] = nil }
  }

  private static let ofServer: Set<LastingFault.Kind> = [
    .noServer, .serverStalled, .freewheeling, .unconnected,
  ]

  /// The lasting faults, the most important first. Without a server it is not known what is
  /// connected.
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

  /// True if it is known where the sound goes, or what keeps it from being heard.
  package var isSettled: Bool {
    !faults.isEmpty || (link.server == .running && link.outputs != nil)
  }

  /// The fault because of which nothing is heard; `nil` if there is none.
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

  /// The status in a sentence that is read out: `Sine to Scarlett 2i2 1+2, -12 dB.`
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
