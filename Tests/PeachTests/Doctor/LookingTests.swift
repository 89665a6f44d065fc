import Foundation
import Testing

@testable import Client
@testable import PeachApp

/// What the doctor reads of a machine, on one that is made up.
@Suite("What the doctor looks at")
@MainActor
struct LookingTests {
  private let home: Home

  init() throws { home = try Home() }

  private func url(_ path: String) -> URL { home.directory.appendingPathComponent(path) }

  @Test("limits are read in the order of their files; only lines that raise them count")
  func limits() throws {
    try home.write(
      "# @all - rtprio 1\n@a - rtprio 95 # so\n@a soft memlock 1\n", to: url("limits.conf"))
    try home.write("x - nofile 5\n@b  hard\tmemlock unlimited\n", to: url("limits.d/20.conf"))
    try home.write("@c - rtprio 99\nbroken\n@d - rtprio 0\n", to: url("limits.d/10.conf"))
    try home.write("@e - rtprio 99\n", to: url("limits.d/audio.conf.disabled"))
    let limits = SecurityLimits.read(in: home.directory.path)
    #expect(limits.lines.map(\.domain) == ["@a", "@c", "@b"])
    #expect(limits.lines.map(\.value) == ["95", "99", "unlimited"])
    #expect(limits.lines.last?.item == .lockedMemory)
    #expect(limits.disabledFile?.hasSuffix("limits.d/audio.conf.disabled") == true)
    #expect(SecurityLimits.read(in: url("none").path) == SecurityLimits())
  }

  @Test("the governor of each processor that has one")
  func governors() throws {
    try home.write("performance\n", to: url("cpu0/cpufreq/scaling_governor"))
    try home.write("powersave\n", to: url("cpu1/cpufreq/scaling_governor"))
    try home.write("powersave\n", to: url("cpufreq/cpufreq/scaling_governor"))
    #expect(ProcessorCheck.governors(in: home.directory.path) == ["performance", "powersave"])
    #expect(ProcessorCheck.governors(in: url("none").path).isEmpty)
  }

  @Test("a folder that is not there is as good as what it can be made in; a file is no folder")
  func folders() throws {
    try home.write("", to: url("file"))
    func look(_ path: String) -> FoldersCheck.Folder { .scan(path, for: .history) }
    #expect(look(home.directory.path).exists && look(home.directory.path).isWritable)
    #expect(look(url("a/b/c").path).isWritable && !look(url("a/b/c").path).exists)
    #expect(!look(url("file").path).isWritable)
    #expect(!look(url("file/a").path).isWritable)
    // Nobody makes a folder there, not even root.
    #expect(!look("/proc/peach/a").isWritable || geteuid() == 0)
  }

  @Test("the libjack of this process is found, and PipeWire by its socket")
  func libraries() throws {
    #expect(JackLibraryFile.loadedPath("libjack")?.contains("libjack.so") == true)
    #expect(JackLibraryFile.loadedPath("libnothing") == nil)
    let environment = ["XDG_RUNTIME_DIR": home.directory.path]
    #expect(!ServerCheck.hasPipeWire(environment))
    try home.write("", to: url("pipewire-0"))
    #expect(ServerCheck.hasPipeWire(environment))
  }
}
