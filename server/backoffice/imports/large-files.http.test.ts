// On SQLite only: files of other shops, the same parser on both databases.
// Slow, not in `npm run check`: files and lists with hundreds or thousands of rows.
/** Large files: pages of the preview, progress, cancel, and an interruption at every batch. */
import { afterEach, describe, expect, test } from 'vitest'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#shared/backoffice/api/imports.ts'
import { signedIn } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { csvOf } from '#server/catalog/products/import/import.testing.ts'
import { importingShop } from './import.testing.ts'
import { ClaimLost, claimImport } from './claim.ts'
import { makePreview } from './preview.ts'
import { KINDS, sweepImports } from './run.ts'

const { opened, send, work, one, preview, start } = importingShop()
const none = () => {}
afterEach(() => {
  opened.shop.shop.crash = none
})

let files = 0
/** Customers with an address each. */
function people(count: number): string {
  const file = ++files
  return csvOf(
    Array.from({ length: count }, (_, index) => ({
      Name: `Customer ${index}`,
      Email: `c${index}-${file}@many.example`,
      Newsletter: index % 2 === 0 ? 'yes' : 'no',
      Address: `${index + 1} Maple Ave`,
      City: 'Vienna',
      State: 'VA',
      ZIP: '22180',
    })),
  )
}
const countOf = async (table: 'users' | 'addresses' | 'imported_consents' | 'record_lines') => {
  const { count } = await opened.shop.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
const counts = () =>
  Promise.all([countOf('users'), countOf('addresses'), countOf('imported_consents'), countOf('record_lines')])

/**
 * Stops the job when it reaches a crash point for the n-th time. The job then writes nothing more, as if the process
 * had died there.
 */
function dieAt(point: string, passage: number): () => number {
  let passed = 0
  opened.shop.shop.crash = (reached) => {
    if (reached === point && ++passed === passage) throw new ClaimLost('died')
  }
  return () => passed
}

describe('an interrupted import', () => {
  test.each([
    ['within-import', 2],
    ['after-import-batch', 1],
    ['after-import-batch', 3],
  ])('at %s (time %i) continues and applies each customer exactly once', async (point, passage) => {
    const before = await counts()
    const run = await preview('customers', people(120))
    expect((await opened.owner.post(`/api/imports/${run._id}/start`)).status).toBe(200)
    const passed = dieAt(point, passage)
    await work()
    expect(passed()).toBeGreaterThanOrEqual(passage)
    opened.shop.shop.crash = none
    // Another process may continue when the claim has ended.
    opened.shop.clock.advance(2 * MINUTE)
    await work()
    expect(await one(run._id)).toMatchObject({ state: 'done', done: 120, skipped: 0 })
    const after = await counts()
    expect(after.map((count, index) => count - before[index]!)).toEqual([120, 120, 60, 120])
  })

  test('during the preview starts the preview again', async () => {
    const { body } = await send('customers', people(30))
    await opened.shop.db
      .insertInto('import_items')
      .values({
        import_id: body._id,
        position: 0,
        first_row: 2,
        name: 'Half',
        detail: '',
        action: 'create',
        target_id: null,
        data: '{}',
        changes: '[]',
        notes: '[]',
        problems: '[]',
      })
      .execute()
    await work()
    expect(await one(body._id)).toMatchObject({ state: 'ready', counts: { create: 30 } })
  })
})

test('a process that has lost its claim leaves the rows of a file to the process that has it', async () => {
  const { body } = await send('customers', [{ Unknown: 'x', Columns: 'y' }])
  const run = (await claimImport(opened.shop.shop))!
  expect(run.id).toBe(body._id)
  await opened.shop.db.updateTable('imports').set({ claim: 'another' }).where('id', '=', run.id).execute()
  await expect(makePreview(opened.shop.shop, run, KINDS.customers)).rejects.toThrow(ClaimLost)
  const parts = await opened.shop.db
    .selectFrom('import_parts')
    .select('position')
    .where('import_id', '=', run.id)
    .execute()
  expect(parts).toHaveLength(1)
  opened.shop.clock.advance(MINUTE)
  await work()
  expect(await one(run.id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('columns') })
})

test('two processes at once apply each customer exactly once', async () => {
  const before = await countOf('users')
  const run = await preview('customers', people(200))
  await opened.owner.post(`/api/imports/${run._id}/start`)
  await Promise.all([work(), work(), work()])
  opened.shop.clock.advance(2 * MINUTE)
  await work()
  expect(await one(run._id)).toMatchObject({ state: 'done', done: 200 })
  expect((await countOf('users')) - before).toBe(200)
})

test('a canceled import stops between two batches, and what was applied stays', async () => {
  const run = await preview('customers', people(500))
  await opened.owner.post(`/api/imports/${run._id}/start`)
  let canceling: Promise<unknown> = Promise.resolve()
  opened.shop.shop.crash = (point) => {
    if (point === 'after-import-batch') canceling = opened.owner.post(`/api/imports/${run._id}/cancel`)
  }
  await work()
  await canceling
  const ended = await one(run._id)
  expect(ended.state).toBe('cancelled')
  expect(ended.done).toBeGreaterThan(0)
  expect(ended.done).toBeLessThan(500)
  opened.shop.shop.crash = none
  await work()
  expect((await one(run._id)).done).toBe(ended.done)
  expect((await opened.owner.post(`/api/imports/${run._id}/start`)).status).toBe(409)
})

test('a preview has pages, and is deleted after a month', async () => {
  const run = await preview('customers', people(120))
  const page = (number: number) =>
    opened.owner.get(`/api/imports/${run._id}/items?part=create&pageNumber=${number}`)
  const { body } = await page(3)
  expect([body.pages, body.count, body.items.length, body.items[0].row]).toEqual([3, 120, 20, 102])
  expect((await page(4)).body.items).toEqual([])
  expect((await opened.owner.post(`/api/imports/${run._id}/start`)).status).toBe(200)
  await work()
  opened.shop.clock.advance(31 * 24 * 60 * MINUTE)
  await sweepImports(opened.shop.shop)
  opened.owner = await signedIn(opened.shop, { isAdmin: true, name: 'Olive Owner' })
  expect((await opened.owner.get(`/api/imports/${run._id}`)).status).toBe(404)
})

test('a file with more rows or bytes than the limit is refused', async () => {
  const row = 'a,b@c.example\r\n'
  const many = await send('customers', `Name,Email\r\n${row.repeat(MAX_IMPORT_ROWS + 1)}`)
  expect([many.status, many.body.message]).toEqual([400, expect.stringContaining('20,000 rows')])
  const large = await send('customers', Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x'))
  expect([large.status, large.body.message]).toEqual([413, 'The file may have 20 MB at most'])
})

test.each(['utf-16le', 'windows-1252'])('a file in %s is read', async (encoding) => {
  const text = 'Name;Email\r\nZoë Müller;zoe-' + encoding + '@example.com\r\n'
  const bytes =
    encoding === 'utf-16le'
      ? Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
      : Buffer.from(text, 'latin1')
  await start((await preview('customers', bytes))._id)
  const user = await opened.shop.db
    .selectFrom('users')
    .select('name')
    .where('email', '=', `zoe-${encoding}@example.com`)
    .executeTakeFirst()
  expect(user?.name).toBe('Zoë Müller')
})
