import Synchronization
import Testing

@testable import Sound

/// What JACK's threads and the callback count becomes news.
@Suite("The engine's reports")
struct EngineReportsTests {
  /// Signals at a fixed address, and the reports of them.
  private final class Desk {
    let signals: UnsafeMutablePointer<JackSignals>
    private var reports = EngineReports(bufferSize: 64)
    var isFreewheeling: Bool { reports.isFreewheeling }

    init() {
      signals = .allocate(capacity: 1)
      signals.initialize(to: JackSignals(ports: PortIdentities()))
    }

    deinit {
      signals.deinitialize(count: 1)
      signals.deallocate()
    }

    var hasBegunToFreewheel: Bool { reports.hasBegunToFreewheel(signals) }

    func news() -> [JackEngine.News] { reports.news(of: signals) }

    func freewheel(_ isOn: Bool) {
      if isOn { signals.pointee.freewheels.add(1, ordering: .relaxed) }
      signals.pointee.isFreewheeling.store(isOn, ordering: .relaxed)
    }
  }

  @Test("what has been counted since the last news is news, once")
  func counts() {
    let desk = Desk()
    #expect(desk.news().isEmpty)
    desk.signals.pointee.xruns.add(3, ordering: .relaxed)
    desk.signals.pointee.bufferSize.store(64, ordering: .relaxed)
    #expect(desk.news() == [.xruns(3)])
    desk.signals.pointee.xruns.add(1, ordering: .relaxed)
    desk.signals.pointee.bufferSize.store(256, ordering: .relaxed)
    #expect(desk.news() == [.xruns(1), .bufferSize(256)])
    #expect(desk.news().isEmpty)
  }

  @Test("a freewheel begins and ends, also one that was over before anybody looked")
  func freewheel() {
    let desk = Desk()
    #expect(!desk.hasBegunToFreewheel)
    desk.freewheel(true)
    #expect(desk.hasBegunToFreewheel && !desk.isFreewheeling)
    #expect(desk.news() == [.freewheel(true)])
    #expect(desk.isFreewheeling && !desk.hasBegunToFreewheel && desk.news().isEmpty)
    desk.freewheel(false)
    #expect(desk.news() == [.freewheel(false)])
    desk.freewheel(true)
    desk.freewheel(false)
    #expect(desk.news() == [.freewheel(true), .freewheel(false)])
    #expect(!desk.isFreewheeling && desk.news().isEmpty)
  }
}
