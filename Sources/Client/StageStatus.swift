import Console
import Foundation
import Language
import MainThread
import Program

/// The notice and the status of every frame: events in row 22, the status in row 23. All screens of
/// a run share one. Main thread.
package final class StageStatus {
  /// Called when ``fill(_:)`` would return another frame.
  package var onChange: (() -> Void)?

  package private(set) var facts = StatusFacts()

  /// The latest notices, the last one first, each once, for the help.
  package private(set) var messages: [String] = []
  private static let mostMessages = 10

  private let glyphs: Glyphs
  private var queue: NoticeQueue

  /// Waits until the queue shows something else.
  private var waiting: Task<Void, Never>?

  package init(glyphs: Glyphs) {
    self.glyphs = glyphs
    queue = NoticeQueue(glyphs: glyphs)
  }

  package func update(_ change: (inout StatusFacts) -> Void) {
    let before = facts
    change(&facts)
    if facts != before { onChange?() }
  }

  /// Shows a notice: once if it is an event, in the status row as long as it lasts otherwise.
  package func receive(_ notice: Notice) {
    update { $0.receive(notice) }
    if notice.standing.isTold(showsStatus: true) { show(notice.onStage, code: notice.code) }
  }

  /// Shows a fault once, unless the status row shows it as long as it lasts.
  package func receive(_ fault: Fault) {
    guard !fault.isOfServer else { return }
    show(Notice.sentence(fault.message), code: Notice.Code(fault.code))
  }

  /// Shows a text once. It replaces a text with the same code that waits or is shown.
  package func show(_ text: String, code: Notice.Code) {
    queue.add(StyledText(text), code: code.name, at: ProgramClock.now)
    messages.removeAll { $0 == text }
    messages = [text] + messages.prefix(Self.mostMessages - 1)
    invariant(Set(messages).count == messages.count, "a message is listed once")
    changed()
  }

  /// Shows the output level, before anything else.
  package func showLevel(_ decibels: Double) {
    queue.showLevel(LevelText.bar(decibels, glyphs), at: ProgramClock.now)
    changed()
  }

  /// Removes the events; the status stays.
  package func forgetNotices() {
    queue.clear()
    changed()
  }

  /// The frame with its notice and its status.
  package func fill(_ frame: StageFrame) -> StageFrame {
    var frame = frame
    if frame.notice.isEmpty { frame.notice = queue.text(at: ProgramClock.now) }
    if frame.status.isEmpty { frame.status = facts.row(glyphs) }
    return frame
  }

  package func close() {
    waiting?.cancel()
    onChange = nil
  }

  private func changed() {
    waiting?.cancel()
    waiting = nil
    // Reading the text advances the queue, so that the next change is the one after it.
    _ = queue.text(at: ProgramClock.now)
    if let next = queue.nextChange {
      waiting = Task { [weak self] in
        guard (try? await ProgramClock().sleep(until: next, tolerance: nil)) != nil else { return }
        self?.changed()
      }
    }
    onChange?()
  }
}

extension Fault {
  /// True if ``LinkStatus`` shows the fault as long as it lasts.
  fileprivate var isOfServer: Bool {
    switch self {
    case .noServer, .serverSilent, .serverGone, .freewheeling, .openedInFreewheel: true
    default: false
    }
  }
}
