/** An entry for a file that was moved has no effect, and an entry with the wrong database skips tests. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NAMED, ON_POSTGRES, ON_SQLITE } from './proven-once.ts'

const ROOT = join(import.meta.dirname, '..')

test('every file that is listed for one database or as slow exists', () => {
  expect(NAMED.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(NAMED.length).toBeGreaterThan(0)
})

const containing = (files: readonly string[], text: string) =>
  files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(text))

test('no file runs only on the database for which it skips tests', () => {
  expect(containing(ON_POSTGRES, 'skipIf(onPostgres)')).toEqual([])
  expect(containing(ON_SQLITE, 'runIf(onPostgres)')).toEqual([])
})
