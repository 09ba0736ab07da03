/** The migration 017-record-subjects.sql, for a shop whose change log still has a check constraint for the subject. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { newPlace, onPostgres, openPlace, type TestPlace } from '#test/database.ts'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

let place: TestPlace
afterEach(() => rm(place.dataDir, { recursive: true, force: true }))

const LINE = {
  id: 'line',
  at: '2026-01-01T00:00:00.000Z',
  actor_id: 'olive',
  actor: 'Olive Owner',
  subject: 'product',
  subject_id: 'haraz',
  subject_name: 'Haraz',
  action: 'Changed',
  changes: '[]',
}

test('all lines are kept, a new subject requires no migration, and a line stays after its admin’s account is deleted', async () => {
  place = await newPlace()
  const dialect = place.databaseUrl
    ? postgresDialect(place.databaseUrl, { poolSize: 2 })
    : sqliteDialect({ file: join(place.dataDir, 'shop.sqlite') })
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables of an earlier version
  const old = new Kysely<any>({ dialect })
  await migrate(old, onPostgres ? 'postgres' : 'sqlite', '016-hidden-reviews')
  const olive = { id: 'olive', name: 'Olive Owner', email: 'o@example.com', password_hash: '', is_admin: 1 }
  await old
    .insertInto('users')
    .values({ ...olive, created_at: LINE.at, updated_at: LINE.at })
    .execute()
  await old.insertInto('record_lines').values(LINE).execute()
  const unnamed = { ...LINE, id: 'event', subject: 'event' }
  await expect(old.insertInto('record_lines').values(unnamed).execute()).rejects.toThrow(/check/i)
  await old.destroy()

  const { db, close } = await openPlace(place)
  expect(await db.selectFrom('record_lines').selectAll().execute()).toEqual([LINE])
  await db
    .insertInto('record_lines')
    .values(unnamed as never)
    .execute()
  await db.deleteFrom('users').where('id', '=', 'olive').execute()
  const left = await db.selectFrom('record_lines').select(['id', 'actor_id', 'actor']).orderBy('id').execute()
  const byOlive = { actor_id: null, actor: 'Olive Owner' }
  expect(left).toEqual([
    { id: 'event', ...byOlive },
    { id: 'line', ...byOlive },
  ])
  await close()
})
