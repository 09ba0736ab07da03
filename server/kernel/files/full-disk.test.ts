import { expect, test } from 'vitest'
import { SqliteError } from '../db/sqlite/statements.ts'
import { explainPostgres } from '../db/connect.ts'
import { explainFullDisk } from './full-disk.ts'

const PLACE = { dataDir: '/srv/shop', databaseUrl: 'postgres://frame:secret@db.example:5432/shop' }
const explained = (error: unknown) => explainFullDisk(error, PLACE) as Error

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  ['a file', withCode('ENOSPC: no space left on device, write', 'ENOSPC')],
  ['a quota', withCode('EDQUOT: disk quota exceeded, mkdir', 'EDQUOT')],
  ['SQLite', new SqliteError('database or disk is full', 'ERR_SQLITE_ERROR', 13)],
  ['the thread that writes', new Error('The database writer has died: database or disk is full')],
  ['a migration', new Error('Migration 026 failed', { cause: withCode('no space', 'ENOSPC') })],
])('a full disk that %s reports is explained in one sentence with its folder', (_, error) => {
  const { name, message } = explained(error)
  expect(name).toBe('DatabaseUnusable')
  expect(message).toMatch(
    /^The disk with the data folder \/srv\/shop is full \(.+\)\. No data is lost\. Free some/,
  )
})

test('a full disk of PostgreSQL is explained as such, without the password, and not as an outage', () => {
  const full = withCode('could not extend file "base/1": No space left on device', '53100')
  for (const error of [full, new Error('Migration 026 failed', { cause: full })]) {
    const { message } = explained(explainPostgres(error, 'PostgreSQL at db.example:5432/shop'))
    expect(message).toMatch(/^The disk of PostgreSQL at db\.example:5432 is full \(could not extend/)
    expect(message).not.toContain('secret')
  }
})

test('other errors stay as they are', () => {
  for (const error of [new Error('no'), withCode('EACCES', 'EACCES'), 'text', null])
    expect(explainFullDisk(error, PLACE)).toBe(error)
})
