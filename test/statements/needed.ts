/** Selects the tests that `npm test` repeats on PostgreSQL. decisions/037-what-is-tested-where.md */

/** A test that ran on SQLite. */
export type RecordedTest = {
  /** The path of its file, the names of its groups and its own name, as Vitest joins them (`fullName`). */
  name: string
  /** Its statements without values, each with the kind of its outcome (record.ts). */
  statements: readonly string[]
  /** The number of statements it sent, repeated ones included: an estimate of its running time. */
  sent: number
}

/** Estimated running time of a test without statements, in the time of one statement. */
const TEST_COST = 20

/**
 * Selects tests that together send every recorded statement. Repeatedly selects the test with the most statements that no
 * selected test sends, relative to its cost.
 * @returns the names of the selected tests
 */
export function neededTests(tests: readonly RecordedTest[]): Set<string> {
  const selected = new Set<string>()
  const sent = new Set<string>()
  const valueOf = (test: RecordedTest) =>
    test.statements.filter((statement) => !sent.has(statement)).length / (TEST_COST + test.sent)
  // The value of a test only falls, so the first one whose value has not changed since it was sorted is the best.
  const queue = tests.map((test) => ({ test, value: valueOf(test) }))
  queue.sort(byValue)
  for (let best = queue.pop(); best && best.value > 0; best = queue.pop()) {
    const value = valueOf(best.test)
    if (value < best.value) {
      insert(queue, { test: best.test, value })
      continue
    }
    selected.add(best.test.name)
    for (const statement of best.test.statements) sent.add(statement)
  }
  return selected
}

type Queued = { test: RecordedTest; value: number }

/** The best last. Of two equal ones, the one whose name comes first is better, so that the selection is always the same. */
function byValue(one: Queued, other: Queued): number {
  return one.value - other.value || (one.test.name < other.test.name ? 1 : -1)
}

/** Inserts into a sorted array. */
function insert(queue: Queued[], added: Queued): void {
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (byValue(queue[middle]!, added) < 0) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, added)
}
