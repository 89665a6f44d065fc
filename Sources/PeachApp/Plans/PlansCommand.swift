import ArgumentParser
import Charts
import Console
import Foundation
import Language
import Program
import Settings
import Training

/// `peach plans`: lists, checks and shows the files of plans.
struct PlansCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plans",
    abstract: localized("List, check and show plans, which are lessons in files."),
    discussion: CommandHelp.discussion(
      localized(
        """
        A plan is a list of blocks: a training, listening or a rest, each with settings of its own. It \
        is a TOML file, NAME.toml in the folder plans beside config.toml, or anywhere else; one of \
        yours hides one that comes with Peach. peach-config(5) explains its keys.
        """),
      examples: """
        peach plans
        peach plans check lesson.toml
        peach plans show thirds
        """),
    subcommands: [List.self, Check.self, Show.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("List all plans with their titles and files."),
      discussion: CommandHelp.discussion(examples: "peach plans list --json"))
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        let file = context.settingsFile
        let plans = try file.planNames.map { try PlanAtPath(file, $0) }
        if global.json { return context.output.writeLine(PlanAtPath.json(plans)) }
        for plan in plans {
          context.output.writeLine(
            "\(plan.name): \(plan.faults.first?.message ?? plan.title), \(plan.path)")
        }
        context.output.writeLine(localized("Your own plans: %@", file.ownPlans + "/NAME.toml"))
      }
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Check plans and print all faults."),
      discussion: CommandHelp.discussion(examples: "peach plans check lesson.toml"))
    @Argument(
      help: ArgumentHelp(
        localized("The files, or names of plans."),
        valueName: localized(context: "value of an option", "file")),
      completion: .file(extensions: ["toml"]))
    var files: [String]
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      let status = await context.report {
        let plans = try files.map { try PlanAtPath(context.settingsFile, $0) }
        if global.json { context.output.writeLine(PlanAtPath.json(plans)) }
        for plan in plans {
          for fault in plan.faults { context.messages.writeMessage(fault.message) }
          if plan.faults.isEmpty, !global.json {
            context.output.writeLine(
              localized(
                one: "%2$@: no fault, %1$d block", other: "%2$@: no fault, %1$d blocks",
                plan.plan.blocks.count, plan.path))
          }
        }
        return (plans.flatMap(\.faults).first?.status ?? .success).rawValue
      }
      throw ExitCode(status)
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Show the blocks of a plan."),
      discussion: CommandHelp.discussion(examples: "peach plans show thirds"))
    @Argument(
      help: ArgumentHelp(
        localized("The name of a plan, or its file."),
        valueName: localized(context: "value of an option", "name")),
      completion: .custom { _, _, _ in SettingWords.usualFile.planNames })
    var name: String
    @OptionGroup(title: localized("Global options")) var global: GlobalOptions

    @MainActor func run() async throws {
      let context = CommandContext(global)
      try await context.perform {
        let found = try PlanAtPath(context.settingsFile, name)
        let plan = try found.valid()
        if global.json {
          var row = found.json
          row.add("blocks", objects: plan.blocksInJSON)
          return context.output.writeLine(row.description)
        }
        context.output.writeLine(found.title)
        if let say = plan.say { context.output.writeLine(PlanWords.text(say)) }
        for (index, block) in plan.blocks.enumerated() {
          context.output.writeLine("\(index + 1). \(PlanWords.block(block))")
          if let say = block.say { context.output.writeLine("   " + PlanWords.text(say)) }
          for (key, value) in block.design + block.settings.sorted(by: { $0.key < $1.key }) {
            context.output.writeLine("   \(key) = \(value)")
          }
        }
      }
    }
  }
}

/// A plan of a file, with its faults.
struct PlanAtPath {
  let name: String
  let path: String

  /// A plan without blocks if the file cannot be read.
  let plan: Plan
  let faults: [Fault]

  /// Throws `SettingsError` if there is no plan of that name.
  @MainActor init(_ file: SettingsFile, _ name: String) throws {
    self.name = name
    path = try file.planPath(name)
    do throws(SettingsError) {
      let (plan, problems) = try file.plan(at: path)
      (self.plan, faults) = (plan, problems.map { Fault($0) })
    } catch {
      (plan, faults) = (Plan(name: name, title: PlanText(name), blocks: []), [Fault(error)])
    }
  }

  var title: String { PlanWords.text(plan.title) }

  /// The plan, if it has no faults. Throws the first of them.
  func valid() throws(Fault) -> Plan {
    if let fault = faults.first { throw fault }
    return plan
  }

  var json: JSONLine {
    var line = JSONLine()
    line.add("name", name)
    line.add("title", title)
    line.add("path", path)
    line.add("faults", faults.map(\.message))
    return line
  }

  static func json(_ plans: [PlanAtPath]) -> String {
    "[\(plans.map(\.json.description).joined(separator: ","))]"
  }
}

extension Block {
  /// The settings for experiments, by the keys of plans.
  fileprivate var design: [(key: String, value: String)] {
    var design: [(key: String, value: String)] = []
    if order != .given { design.append(("order", order.rawValue)) }
    if repeats > 1 { design.append(("repeat", "\(repeats)")) }
    if let method { design.append(("strategy", method.name)) }
    switch method {
    case .constant(let offset?): design.append(("centOffset", "\(offset)"))
    case .staircase(let rule):
      design += [
        ("centOffset", "\(rule.start)"), ("down", "\(rule.down)"), ("up", "\(rule.up)"),
        ("steps", "\(rule.steps)"), ("reversals", "\(rule.reversals)"),
      ]
    case .constant(nil), nil: break
    }
    if let end { design.append(("until", end.text)) }
    if let condition { design.append(("condition", condition)) }
    if isPractice { design.append(("practice", "true")) }
    if let headphones { design.append(("headphones", headphones.rawValue)) }
    return design
  }
}

extension Plan {
  /// The blocks as members of JSON.
  var blocksInJSON: [JSONLine] {
    blocks.indices.map { index in
      var line = JSONLine()
      addBlock(at: index, to: &line)
      return line
    }
  }

  /// Adds the members of a block.
  func addBlock(at index: Int, to line: inout JSONLine) {
    let block = blocks[index]
    line.add("index", index + 1)
    line.add("of", blocks.count)
    if let part = block.part { line.add("part", part.rawValue) }
    line.add("training", block.activity.rawValue)
    switch block.length {
    case .trials(let count): line.add("trials", count)
    case .seconds(let count): line.add("seconds", count)
    }
    line.add("feedback", block.hasFeedback)
    if let method = block.method { line.add("strategy", method.name) }
    switch block.method {
    case .constant(let offset?): line.add("centOffset", offset)
    case .staircase(let rule):
      line.add("centOffset", rule.start)
      line.add("down", rule.down)
      line.add("up", rule.up)
      line.add("steps", rule.steps)
      line.add("reversals", rule.reversals)
    case .constant(nil), nil: break
    }
    if let end = block.end { line.add("until", end.text) }
    if !block.list.isEmpty {
      line.add("list", block.list.count)
      line.add("order", block.order.rawValue)
      line.add("repeat", block.repeats)
    }
    if let headphones = block.headphones { line.add("headphones", headphones.rawValue) }
    if let condition = block.condition { line.add("condition", condition) }
    if block.isPractice { line.add("practice", true) }
    var settings = JSONLine()
    for (key, value) in block.settings.sorted(by: { $0.key < $1.key }) { settings.add(key, value) }
    line.add("settings", object: settings)
    if let reason = block.reason { line.add("reason", object: reason.json) }
  }
}

extension Reason {
  fileprivate var json: JSONLine {
    var line = JSONLine()
    line.add("kind", kind.rawValue)
    line.add("training", skill.training.rawValue)
    line.add("interval", skill.interval.description)
    if let note { line.add("note", note.rawValue) }
    line.add("answers", answers)
    line.add("figure", figure?.value.rawValue)
    line.add("low", figure?.low.rawValue)
    line.add("high", figure?.high.rawValue)
    line.add("goal", goal)
    if let dayOfFocus { line.add("day", dayOfFocus) }
    return line
  }
}
