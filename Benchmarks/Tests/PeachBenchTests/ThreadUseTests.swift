import Testing

@testable import peach_bench

@Suite("What a thread has used")
struct ThreadUseTests {
  private static let switches = "voluntary_ctxt_switches:\t1\n"
  private static let status = "1 (a) S 1 2 3 4 5 6 0 0 0 0"

  @Test("processor time and page faults are read behind a name with spaces and parentheses")
  func reading() throws {
    let use = try #require(
      ThreadUse(
        schedulerText: "123456789 5000 42\n",
        switchText: "Name:\tjack\nvoluntary_ctxt_switches:\t750\nnonvoluntary_ctxt_switches:\t9\n",
        statusText: "77 (jack) (a b)) S 1 2 3 4 5 4194304 31 0 7 0 10 20 0 0 20 0 3 0 99\n"))
    #expect(use.nanoseconds == 123_456_789)
    #expect(use.waits == 750)
    #expect(use.minorFaults == 31)
    #expect(use.majorFaults == 7)
  }

  @Test(
    "text that is not of that kind is nothing",
    arguments: [
      ("", "", ""), ("1 2 3", switches, "77 (jack) S 1 2"), ("1 2 3", "Name:\tjack\n", status),
      ("x", switches, status),
    ])
  func nonsense(scheduler: String, switches: String, status: String) {
    #expect(
      ThreadUse(schedulerText: scheduler, switchText: switches, statusText: status) == nil)
  }

  @Test("the busiest thread is the one that used most between two readings")
  func busiest() {
    func use(_ nanoseconds: Int) -> ThreadUse? {
      ThreadUse(
        schedulerText: "\(nanoseconds) 0 0", switchText: Self.switches, statusText: Self.status)
    }
    let first = [1: use(1000), 2: use(10), 3: use(0)].compactMapValues { $0 }
    // The fourth began in between, and the third ended.
    let second = [1: use(1100), 2: use(400), 4: use(900)].compactMapValues { $0 }
    func byThread(_ uses: [Int: ThreadUse]) -> [Int32: ThreadUse] {
      Dictionary(uniqueKeysWithValues: uses.map { (Int32($0.key), $0.value) })
    }
    #expect(ThreadUse.busiest(from: byThread(first), to: byThread(second)) == 2)
    #expect(ThreadUse.busiest(from: [:], to: byThread(second)) == nil)
  }
}
