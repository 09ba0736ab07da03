/** A line that is spelled differently has no effect, and a line with the wrong database skips tests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DATABASES, onlyOnOther, SLOW_FILES, TEST_FILES, type DatabaseName } from './where-tests-run.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Of an HTTP test: its database first, then whether it is slow; a reason in each line. Of another test only the latter. */
const HTTP_HEAD =
  /^(\/\/ On (SQLite|PostgreSQL) only: \S.*\.\n)?(\/\/ Slow, not in `npm run check`: \S.*\.\n)?(?!\/\/ (On|Slow))/
const UNIT_HEAD = /^(\/\/ Slow, not in `npm run check`: \S.*\.\n)?(?!\/\/ (On|Slow))/
/** A comment anywhere that looks like one of these lines. */
const LOOKALIKE = /^\W*(On (SQLite|PostgreSQL|Postgres)\b.* only\b|Slow,)/gm

test('every line about where a test file runs is at its beginning and has the form that is read', () => {
  expect(TEST_FILES.length).toBeGreaterThan(300)
  const wrong = TEST_FILES.filter(({ file }) => {
    const text = read(file)
    const head = (file.endsWith('.http.test.ts') ? HTTP_HEAD : UNIT_HEAD).exec(text)
    const lines = head?.[0].split('\n').length ?? 0
    return !head || (text.match(LOOKALIKE)?.length ?? 0) > Math.max(0, lines - 1)
  })
  expect(wrong.map(({ file }) => file)).toEqual([])
  expect(SLOW_FILES.length).toBeGreaterThan(0)
})

test.each<[DatabaseName, string]>([
  ['sqlite', 'skipIf(onPostgres)'],
  ['postgres', 'runIf(onPostgres)'],
])('no file leaves %s out and has a test for it alone', (database, mark) => {
  const files = onlyOnOther(database)
  expect(files.length, DATABASES[database]).toBeGreaterThan(0)
  expect(files.filter((file) => read(file).includes(mark))).toEqual([])
})
