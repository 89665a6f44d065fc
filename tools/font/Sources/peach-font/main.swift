import BuiltInFont
import Foundation

// Writes the SoundFont that comes with Peach. The same bytes come out on every machine. The font of the project
// is written with `swift run --package-path tools/font peach-font soundfonts/Peach.sf2`.

func fail(_ message: String, status: Int32) -> Never {
  FileHandle.standardError.write(Data("peach-font: \(message)\n".utf8))
  exit(status)
}

guard CommandLine.arguments.count == 2 else {
  fail("usage: peach-font FILE; the file is replaced", status: 64)
}
let path = CommandLine.arguments[1]
do {
  try Data(BuiltInFont.bytes()).write(to: URL(fileURLWithPath: path), options: .atomic)
} catch {
  fail("\(path) could not be written: \(error.localizedDescription)", status: 73)
}
