import Files
import Foundation
import Music
import Realtime
import Sound
import TestSupport
import Testing
import Training

@testable import PeachApp
@testable import Program

@Suite("The sound of played notes is kept")
@MainActor
struct KeptAudioTests {
  private let home: String

  init() throws {
    home = FileManager.default.temporaryDirectory.path + "/peach-audio-" + UUID().uuidString
    try createFolder(home)
  }

  private func record(_ id: UUID = UUID()) -> CompletedTrial {
    var context = TrialContext()
    context.referencePitch = 442
    return CompletedTrial(
      id: id, challenge: Challenge(referenceNote: MIDINote(57), interval: .prime),
      played: PlayedNote(error: -3.25, uncertainty: 0.04, length: 0.6),
      tuningSystem: .equalTemperament,
      timestamp: Date(timeIntervalSince1970: 1_000_000), context: context)
  }

  private func stretch(at frame: UInt32) -> JudgedStretch {
    JudgedStretch(
      samples: [Float](repeating: 0.25, count: 4800), sampleRate: 48_000, judged: 1200..<3600,
      frame: frame)
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: home + "/audio")) ?? []).sorted()
  }

  /// What was told, without what is told at the beginning.
  private func keep(
    in path: String = "/audio", _ work: (KeptAudio) async -> Void
  ) async -> [Notice] {
    // Each file waits for its turn on the main thread, which all tests of the run share.
    let audio = KeptAudio(in: AudioFolder(home + path), longestWait: waitingLimit * 4)
    var notices: [Notice] = []
    audio.onNotice = { notices.append($0) }
    await work(audio)
    await audio.finish()
    try? FileManager.default.removeItem(atPath: home)
    if notices.first?.code == .keepingAudio { notices.removeFirst() }
    return notices
  }

  private func play(_ record: CompletedTrial, to audio: KeptAudio, at frame: UInt32 = 7) {
    audio.noteJudged(at: FrameTime(frame))
    audio.receive(record)
    audio.receive(stretch(at: frame))
  }

  @Test("a file has the id of its record, and says what the note was; only its owner may read it")
  func file() async throws {
    let record = record()
    let name = record.id.uuidString.lowercased()
    let told = await keep(in: "/audio/deep") { audio in
      play(record, to: audio)
      await audio.finish()
      let path = "\(home)/audio/deep/\(name).wav"
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      let text = String(
        decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      for part in [
        "\"id\":\"\(name)\"", "\"referenceFrequency\":221", "\"error\":-3.25",
        "\"uncertainty\":0.04",
        "\"judgedFrom\":0.025", "\"judgedTo\":0.075", "Peach ",
      ] {
        #expect(text.contains(part), "\(part)")
      }
    }
    #expect(told.isEmpty)
  }

  @Test("a record that is taken back has no file, before its sound comes or after")
  func withdrawn() async {
    let told = await keep { audio in
      let (early, late, stays) = (record(), record(), record())
      audio.noteJudged(at: FrameTime(1))
      audio.receive(early)
      audio.withdraw(early.id)
      audio.receive(stretch(at: 1))
      play(late, to: audio, at: 2)
      audio.withdraw(late.id)
      play(stays, to: audio, at: 3)
      await audio.finish()
      #expect(files == [stays.id.uuidString.lowercased() + ".wav"])
    }
    #expect(told.isEmpty)
  }

  @Test("a sound without a record leaves no file")
  func unrecorded() async {
    let told = await keep { audio in
      audio.noteJudged(at: FrameTime(1))
      audio.receive(stretch(at: 1))
      audio.receive(record())
      audio.receive(stretch(at: 2))
      await audio.finish()
      #expect(files.isEmpty)
    }
    #expect(told.isEmpty)
  }

  @Test("what is there already stays as it is")
  func present() async throws {
    let record = record()
    try createFolder(home + "/audio")
    let path = home + "/audio/" + record.id.uuidString.lowercased() + ".wav"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let told = await keep { audio in
      play(record, to: audio)
      await audio.finish()
      #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
      #expect(files.count == 1)
    }
    #expect(told.map(\.code) == [.audioNotKept])
  }

  @Test("a directory that goes away is told once, stays away, and may come back")
  func gone() async throws {
    let told = await keep { audio in
      try? FileManager.default.removeItem(atPath: home + "/audio")
      play(record(), to: audio, at: 1)
      play(record(), to: audio, at: 2)
      await audio.finish()
      #expect(FileStatus(home + "/audio") == nil)
      try? createFolder(home + "/audio")
      play(record(), to: audio, at: 3)
      await audio.finish()
      #expect(files.count == 1)
    }
    #expect(told.map(\.code) == [.audioNotKept, .audioKeptAgain])
  }

  @Test("an answer that is taken back changes nothing about what is told of the directory")
  func withdrawnWithoutFolder() async {
    let told = await keep { audio in
      try? FileManager.default.removeItem(atPath: home + "/audio")
      let record = record()
      play(record, to: audio)
      audio.withdraw(record.id)
      await audio.finish()
    }
    #expect(told.map(\.code) == [.audioNotKept])
  }

  @Test("a file that cannot be removed is named, and sounds are kept as before")
  func unremovable() async {
    let record = record()
    let path = "\(home)/audio/\(record.id.uuidString.lowercased()).wav"
    let told = await keep { audio in
      play(record, to: audio, at: 1)
      await audio.finish()
      try? FileManager.default.removeItem(atPath: path)
      try? createFolder(path)
      audio.withdraw(record.id)
      play(self.record(), to: audio, at: 2)
      await audio.finish()
    }
    #expect(told.map(\.code) == [.audioNotRemoved])
    #expect(told.first?.message.contains(path) == true)
  }

  @Test("the same trouble with several files is told once")
  func sameTrouble() async throws {
    let records = [record(), record()]
    try createFolder(home + "/audio")
    for record in records {
      let path = "\(home)/audio/\(record.id.uuidString.lowercased()).wav"
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    }
    let told = await keep { audio in
      for (index, record) in records.enumerated() {
        play(record, to: audio, at: UInt32(index + 1))
      }
      await audio.finish()
    }
    #expect(told.map(\.code) == [.audioNotKept])
    #expect(
      AudioFolder.Failure.system(errno: ENOTDIR).kind == AudioFolder.Failure.isNoFolder.kind)
  }

  @Test("an input that does not close delays no sound, and is no fault of the disk")
  func hungInput() async throws {
    let (hang, release) = AsyncStream<Void>.makeStream()
    let audio = KeptAudio(in: AudioFolder(home + "/audio"), longestWait: .zero)
    var told: [Notice] = []
    audio.onNotice = { told.append($0) }
    audio.wait(for: Task { for await _ in hang {} })
    play(record(), to: audio)
    try await wait(for: "file") { files.count == 1 }
    let later = record()
    play(later, to: audio, at: 8)
    audio.withdraw(later.id)
    try await wait(for: "removal") { files.count == 1 }
    release.finish()
    try FileManager.default.removeItem(atPath: home)
    #expect(told.map(\.code) == [.keepingAudio])
  }

  @Test("a file in the place of the directory is told at once")
  func noFolder() async throws {
    try Data().write(to: URL(fileURLWithPath: home + "/audio"))
    let told = await keep { play(record(), to: $0) }
    #expect(told.map(\.code) == [.audioNotKept])
  }

  @Test("a disk that hangs costs no more memory than eight sounds")
  func slow() async {
    let told = await keep { audio in
      // None of the writes begins before this function waits.
      for frame in 1...20 { play(record(), to: audio, at: UInt32(frame)) }
      await audio.finish()
      #expect(files.count == 8)
    }
    #expect(told.map(\.code) == [.audioNotKept, .audioKeptAgain])
  }
}
