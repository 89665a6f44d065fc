import Client
import Console
import Program
import Settings
import Sound

/// Drives a ``LearnScreen``: listens to the controllers with a MIDI input of its own, so that what is turned
/// and pressed does nothing else meanwhile. Main thread.
final class MIDITeacher {
  /// Called when the screen has changed by itself.
  var onChange: (() -> Void)?

  /// Called once if nothing can be received.
  var onFault: ((Fault) -> Void)?

  /// Ends when the MIDI input is closed.
  private(set) var closing: Task<Void, Never>?

  private(set) var screen: LearnScreen
  private let context: CommandContext
  private let link: ServerLink
  private var opening: Task<MIDIListener?, Never>?

  /// Every source: the user may turn whichever controller.
  private static let everySource = MIDISourcePattern("*")

  init(_ context: CommandContext, _ link: ServerLink) {
    self.context = context
    self.link = link
    screen = LearnScreen(glyphs: context.screenGlyphs)
  }

  func handle(_ key: Key) -> ScreenReply<LearnScreen.Action> { screen.handle(key) }

  func begin() {
    let global = context.global
    opening = Task { [weak self] () -> MIDIListener? in
      do {
        let listener = try await MIDIListener.open(
          name: global.clientName, server: global.server)
        listener.onEvents = { events, _ in self?.receive(events) }
        listener.onFault = {
          self?.fail($0 == .serverGone ? .noServer(name: global.server) : Fault($0))
        }
        do {
          try await listener.activate()
        } catch {
          await listener.close()
          throw error
        }
        _ = await listener.connectSources(matching: self?.sources ?? [])
        self?.screen.begin()
        self?.onChange?()
        return listener
      } catch {
        self?.fail(Fault(any: error))
        return nil
      }
    }
  }

  /// Closes the MIDI input.
  func close() {
    onFault = nil
    onChange = nil
    closing = Task { [opening] in await opening?.value?.close() }
  }

  /// The sources that the user has connected with Peach; every one if there is none.
  private var sources: [MIDISourcePattern] {
    let connected = (link.client?.engine.connections.all ?? [])
      .filter { $0.port == JackConnections.midiInput }.map { MIDISourcePattern($0.peer) }
    return connected.isEmpty ? [Self.everySource] : connected
  }

  private func receive(_ events: [HeardMIDI]) {
    // Clocks tick all the time.
    let last = events.last { ($0.bytes.first ?? 0) < 0xF0 }
    let words = last.map { MIDIWords.text($0.bytes, size: $0.size) }
    if screen.receive(events.compactMap(\.message), arrived: words) { onChange?() }
  }

  private func fail(_ fault: Fault) {
    let report = onFault
    onFault = nil
    report?(fault)
  }
}
