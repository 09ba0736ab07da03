/**
 * Vitest's runner for HTTP tests on PostgreSQL: skips the tests whose statements are also sent by tests that it runs.
 * Runs every test that was not recorded on SQLite (record.ts). decisions/037-what-is-tested-where.md
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  TestRunner,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
} from 'vitest'
import { IN_ORDER } from '../proven-once.ts'
import { neededTests, type RecordedTest } from './needed.ts'

type Selection = { recorded: Set<string>; needed: Set<string> }

/** Read once per worker, because the tests on SQLite have ended before the first test on PostgreSQL starts. */
let selection: Selection | undefined

function readSelection(): Selection {
  const folder = process.env.STATEMENTS_FOLDER!
  const tests = readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedTest)
  return { recorded: new Set(tests.map(({ name }) => name)), needed: neededTests(tests) }
}

export default class SelectingRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    selection ??= readSelection()
    for (const file of files) skipUnneeded(file, selection)
  }
}

function skipUnneeded(file: RunnerTestFile, { recorded, needed }: Selection): void {
  const tests = testsOf(file)
  const isNeeded = ({ fullName }: RunnerTestCase) => needed.has(fullName) || !recorded.has(fullName)
  const lastNeeded = tests.findLastIndex(isNeeded)
  const skipped = IN_ORDER.includes(file.name)
    ? tests.slice(lastNeeded + 1)
    : tests.filter((test) => !isNeeded(test))
  for (const test of skipped) test.mode = 'skip'
  skipEmpty(file)
}

function testsOf(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'suite' ? task.tasks.flatMap(testsOf) : [task]
}

/** Skips groups without a test that runs, so that their hooks do not run either. */
function skipEmpty(suite: RunnerTestSuite): void {
  for (const task of suite.tasks) if (task.type === 'suite') skipEmpty(task)
  if (suite.tasks.every(({ mode }) => mode === 'skip' || mode === 'todo')) suite.mode = 'skip'
}
