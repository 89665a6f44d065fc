import Foundation
import Testing

@testable import PeachApp

@Suite("The doctor's report")
@MainActor
struct DoctorReportTests {
  private let good = (LibraryCheck.subject, Checkup(.ok, findings: ["all well"]))
  private let hint = (
    ProcessorCheck.subject, Checkup(.hint, findings: ["slow"], advice: ["do that"])
  )
  private let fault = (
    MemoryCheck.subject,
    Checkup(.fault, findings: ["bad", "very"], advice: ["do this"], status: .configuration)
  )
  private let other = (
    FoldersCheck.subject, Checkup(.fault, findings: ["worse"], status: .cannotCreate)
  )

  @Test("the exit code is that of the first fault; hints are none")
  func status() {
    #expect(DoctorReport([good, hint]).status == .success)
    #expect(DoctorReport([hint, fault, other]).status == .configuration)
    #expect(DoctorReport([other, fault]).status == .cannotCreate)
  }

  @Test("the text has a line for each finding, the advice below it, and the sum")
  func text() {
    #expect(
      DoctorReport([good, fault, hint]).text == """
        ok     JACK library  all well
        FAULT  memory        bad
                             very
                               > do this
        hint   processor     slow
                               > do that

        1 fault, 1 hint.

        """)
    #expect(DoctorReport([good]).text.hasSuffix("\nNo problems found.\n"))
  }

  @Test("JSON has every check with its state, findings, advice and facts")
  func json() throws {
    let text = DoctorReport([fault, good]).json
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["status"] as? Int == 78 && object["faults"] as? Int == 1)
    let checks = try #require(object["checks"] as? [[String: Any]])
    #expect(checks.map { $0["name"] as? String } == ["memory", "library"])
    #expect(checks[0]["state"] as? String == "fault")
    #expect(checks[0]["advice"] as? [String] == ["do this"])
    #expect(checks[0]["facts"] is [String: Any])
  }
}
