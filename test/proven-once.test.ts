/** A file that is listed in proven-once.ts and was moved would run everywhere again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NAMED } from './proven-once.ts'

const ROOT = join(import.meta.dirname, '..')

test('every file that is listed for one database or as slow exists', () => {
  expect(NAMED.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(NAMED.length).toBeGreaterThan(0)
})
