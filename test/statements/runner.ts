/**
 * Vitest's runner for HTTP tests on PostgreSQL: skips the tests whose statements are also sent by tests that it runs.
 * Runs every test that was not recorded on SQLite (record.ts). decisions/037-what-is-tested-where.md
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  TestRunner,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
} from 'vitest'
import { IN_ORDER } from '../proven-once.ts'
import { fullName } from './full-name.ts'
import { idOf, neededTests, type RecordedTest } from './needed.ts'

let selection: { recorded: Set<string>; needed: Set<string> } | undefined

function select(): NonNullable<typeof selection> {
  const folder = process.env.STATEMENTS_FOLDER!
  const tests = readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedTest)
  return { recorded: new Set(tests.map(idOf)), needed: neededTests(tests) }
}

export default class SelectingRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    selection ??= select()
    for (const file of files) skipUnneeded(file, selection)
  }
}

function skipUnneeded(file: RunnerTestFile, { recorded, needed }: NonNullable<typeof selection>): void {
  const path = relative('.', file.filepath)
  const tests = testsOf(file)
  const isNeeded = (test: RunnerTestCase) => {
    const id = idOf({ file: path, name: fullName(test) })
    return needed.has(id) || !recorded.has(id)
  }
  const last = tests.findLastIndex(isNeeded)
  for (const [index, test] of tests.entries())
    if (!isNeeded(test) && !(IN_ORDER.includes(path) && index < last)) test.mode = 'skip'
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
