/** A file that is named in proven-once.ts and was moved would run everywhere again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NAMED } from './proven-once.ts'

const ROOT = join(import.meta.dirname, '..')

test('every file that runs on one database, or not in the quick check, is there', () => {
  expect(NAMED.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(NAMED.length).toBeGreaterThan(0)
})
