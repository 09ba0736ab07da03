/** The migration 017-record-subjects.sql, for a shop whose change log still has a check constraint for the subject. */
import { expect, test } from 'vitest'
import { OLD_TIME, openOldDatabase } from '#test/old-database.ts'

const LINE = {
  id: 'line',
  at: OLD_TIME,
  actor_id: 'olive',
  actor: 'Olive Owner',
  subject: 'product',
  subject_id: 'haraz',
  subject_name: 'Haraz',
  action: 'Changed',
  changes: '[]',
}

test('all lines are kept, a new subject requires no migration, and a line stays after its admin’s account is deleted', async () => {
  const { db: old, reopen } = await openOldDatabase('016-hidden-reviews')
  const olive = { id: 'olive', name: 'Olive Owner', email: 'o@example.com', password_hash: '', is_admin: 1 }
  await old
    .insertInto('users')
    .values({ ...olive, created_at: LINE.at, updated_at: LINE.at })
    .execute()
  await old.insertInto('record_lines').values(LINE).execute()
  const unnamed = { ...LINE, id: 'event', subject: 'event' }
  await expect(old.insertInto('record_lines').values(unnamed).execute()).rejects.toThrow(/check/i)

  const { db, close } = await reopen()
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
