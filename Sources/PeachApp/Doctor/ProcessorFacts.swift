/// How the processors choose their clock: the governors, one for each processor that has one.
struct ProcessorFacts {
  let governors: [String]

  init(governors: [String]) { self.governors = governors }
}
