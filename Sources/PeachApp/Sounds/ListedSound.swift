import Console
import Language

/// A preset as `peach sounds` shows it.
struct ListedSound: Hashable {
  /// What settings call it, as `FluidR3_GM:0:42`.
  let id: String

  /// What its font calls it; may be empty.
  let name: String
  let bank: Int
  let program: Int
  let family: FamilyName

  init(id: String, name: String, bank: Int, program: Int, family: FamilyName) {
    self.id = id
    self.name = name
    self.bank = bank
    self.program = program
    self.family = family
  }

  /// The name, or that there is none.
  var shownName: String { name.isEmpty ? localized("(no name)") : name }

  var object: JSONLine {
    var line = JSONLine()
    line.add("soundSource", id)
    line.add("name", name)
    line.add("bank", bank)
    line.add("program", program)
    line.add("family", family.rawValue)
    return line
  }
}
