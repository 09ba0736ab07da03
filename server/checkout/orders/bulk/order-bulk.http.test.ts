import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxOf } from '#test/mailbox.ts'
import { pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop()
  bean = await shop.sell({ name: '=Guji', stock: 500 })
})
beforeEach(async () => {
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
})
afterAll(() => shop.close())

const order = () => placed(buyer, [{ _id: bean, qty: 1 }])

async function paid(): Promise<string> {
  const id = await order()
  await pay(shop, buyer, id)
  return id
}

const post = (path: string, body: object, by: Visitor = admin) => by.post(`/api/orders/bulk/${path}`, body)

async function preview(action: object, choice: object) {
  const { status, body, text } = await post('preview', { choice, action })
  expect(status, text).toBe(200)
  return body
}

type Shown = { id: string; since: string; rows: { _id: string; version: string }[] }

/** What the button under a preview sends. */
const pressOf = ({ id, since, rows }: Shown, action: object) => ({
  id,
  since,
  action,
  rows: rows.map(({ _id, version }) => ({ _id, version })),
})

const statesOf = ({ rows }: { rows: { state: string }[] }) => rows.map(({ state }) => state)
const read = async (id: string) => (await admin.get(`/api/orders/${id}`)).body
const recordOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/api/record?subject=order&subjectId=${id}`)).body.lines.map(
    ({ action }: { action: string }) => action,
  )

const DELIVERED = { kind: 'delivered' }

describe('marking many orders as delivered', () => {
  test('says before how many emails go out and which orders are left out, and has one line in the change log', async () => {
    const mailbox = mailboxOf(shop)
    const [one, two, unpaid, done] = [await paid(), await paid(), await order(), await paid()]
    await admin.put(`/api/orders/${done}/deliver`)
    await mailbox.newMailsTo(buyer.email)
    const shown = await preview(DELIVERED, { ids: [one, unpaid, two, done] })
    expect(shown.notes).toEqual(['2 emails to buyers go out.'])
    expect(shown.rows.map(({ _id }: { _id: string }) => _id)).toEqual([one, two])
    expect(shown.left).toMatchObject([
      { _id: unpaid, why: 'rule', reason: 'Only a paid order can be marked delivered' },
      { _id: done, why: 'same' },
    ])
    expect((await read(one)).state).toBe('paid')

    const press = pressOf(shown, DELIVERED)
    const [first, again] = await Promise.all([post('apply', press), post('apply', press)])
    for (const { body } of [first, again]) expect(statesOf(body)).toEqual(['done', 'done'])
    expect([(await read(one)).state, (await read(two)).state]).toEqual(['delivered', 'delivered'])
    const mails = await mailbox.newMailsTo(buyer.email)
    expect(mails).toHaveLength(2)
    expect(await recordOf(one)).toEqual(['Marked delivered'])
    const { lines } = (await admin.get('/api/record')).body
    expect(lines[0]).toMatchObject({ subject: 'order', action: 'Marked delivered', bulk: { rows: 2 } })
  })

  test('skips an order that changed after the preview, and does the others', async () => {
    const [one, two] = [await paid(), await paid()]
    const shown = await preview(DELIVERED, { ids: [one, two] })
    await admin.put(`/api/orders/${one}/ship`, { trackingNumber: '1Z' })
    const { body } = await post('apply', pressOf(shown, DELIVERED))
    expect(body.rows).toMatchObject([
      { state: 'skipped', message: 'Olive Owner saved it meanwhile' },
      { state: 'done' },
    ])
    const { version } = body.rows[0]
    const press = pressOf({ ...shown, rows: [{ _id: one, version }] }, DELIVERED)
    expect(statesOf((await post('apply', press)).body)).toEqual(['done'])
    expect((await read(one)).state).toBe('delivered')
  })

  test('is not taken back, because the buyers were told', async () => {
    const one = await paid()
    const press = pressOf(await preview(DELIVERED, { ids: [one] }), DELIVERED)
    await post('apply', press)
    const { body } = await post('undo', { of: press.id })
    expect(body.rows).toMatchObject([
      { state: 'refused', message: 'Its buyer was told, so it stays delivered' },
    ])
    expect((await read(one)).state).toBe('delivered')
  })
})

test('handovers of many orders are taken back as on the page of the order, and send no mail', async () => {
  const mailbox = mailboxOf(shop)
  const one = await paid()
  await shop.db.updateTable('orders').set({ is_pickup: 1 }).where('id', '=', one).execute()
  await mailbox.newMailsTo(buyer.email)
  const press = pressOf(await preview(DELIVERED, { ids: [one] }), DELIVERED)
  expect(statesOf((await post('apply', press)).body)).toEqual(['done'])
  const back = (await post('undo', { of: press.id })).body
  expect([statesOf(back), (await read(one)).state]).toEqual([['done'], 'paid'])
  expect(await recordOf(one)).toEqual(['Undone: Marked delivered', 'Marked delivered'])
  shop.clock.advance(11 * MINUTE)
  expect(await mailbox.newMailsTo(buyer.email)).toEqual([])
})

const notesOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/api/orders/${id}/notes`)).body.notes.map(({ text }: { text: string }) => text)

describe('a note on many orders', () => {
  const NOTE = { kind: 'note', text: 'Add a sample of the new Guji' }
  test('is added once for a repeated press, and taken back', async () => {
    const [one, two] = [await paid(), await order()]
    const shown = await preview(NOTE, { ids: [one, two] })
    expect(shown.notes).toEqual(['No email goes out. Buyers never see notes.'])
    const press = pressOf(shown, NOTE)
    for (let count = 0; count < 2; count++)
      expect(statesOf((await post('apply', press)).body)).toEqual(['done', 'done'])
    expect([await notesOf(one), await notesOf(two)]).toEqual([[NOTE.text], [NOTE.text]])
    expect(JSON.stringify((await admin.get('/api/record')).body)).not.toContain(NOTE.text)
    for (let count = 0; count < 2; count++)
      expect(statesOf((await post('undo', { of: press.id })).body)).toEqual(['done', 'done'])
    expect([await notesOf(one), await notesOf(two)]).toEqual([[], []])
  })

  test('is taken back although the order was shipped since, and its text is then kept nowhere', async () => {
    const one = await paid()
    const shown = await preview(NOTE, { ids: [one] })
    await admin.put(`/api/orders/${one}/ship`, {})
    const press = pressOf(shown, NOTE)
    expect(statesOf((await post('apply', press)).body)).toEqual(['done'])
    shop.clock.advance(1000)
    await admin.put(`/api/orders/${one}/deliver`)
    const back = (await post('undo', { of: press.id })).body
    expect([statesOf(back), await notesOf(one)]).toEqual([['done'], []])
    for (const table of ['bulk_changes', 'bulk_rows', 'record_lines'] as const)
      expect(JSON.stringify(await shop.db.selectFrom(table).selectAll().execute())).not.toContain(NOTE.text)
    expect((await post('undo', { of: back.id })).body.rows).toMatchObject([
      { state: 'refused', message: 'It was taken back. Do it anew from the list of orders' },
    ])
  })

  test('needs a text', async () => {
    const one = await order()
    const action = { kind: 'note', text: ' ' }
    expect((await post('preview', { choice: { ids: [one] }, action })).status).toBe(400)
  })
})

test('all orders that match the filters are chosen, without some, also by phone and goods', async () => {
  const ids = [await paid(), await paid(), await order()]
  const filter = { user: buyer.id, state: 'paid', keyword: 'guji' }
  const shown = await preview(DELIVERED, { filter, except: [ids[0]] })
  expect(shown.rows.map(({ _id }: { _id: string }) => _id)).toEqual([ids[1]])
})

test('the chosen orders are exported in the order of the choice, for those who proved who they are, and this is recorded', async () => {
  const ids = [await paid(), await order()]
  const choice = { ids }
  const { status, text, headers } = await post('export', { choice })
  expect(status).toBe(200)
  expect(String(headers['content-disposition'])).toMatch(/orders-\d{4}-\d\d-\d\d\.csv/)
  const [head, first, second, ...rest] = text.trimEnd().split('\r\n')
  expect(head).toContain('Number,Date,Status,Buyer,Email')
  expect(first).toContain(ids[0])
  expect(first).toContain(',paid,Ann Buyer,')
  expect(second).toContain(ids[1])
  expect(rest).toEqual([])
  expect((await admin.get('/api/record')).body.lines[0]).toMatchObject({
    action: 'Exported',
    subjectName: '2 orders',
  })
  shop.clock.advance(11 * MINUTE)
  expect((await post('export', { choice })).body.code).toBe('proof')
})

test('if no order matches, the preview and the export are empty', async () => {
  const choice = { filter: { keyword: 'zzzznobody' } }
  expect(await preview(DELIVERED, choice)).toMatchObject({ rows: [], left: [], notes: [] })
  const { status, text } = await post('export', { choice })
  expect([status, text.trimEnd().split('\r\n').length]).toEqual([200, 1])
})

test('a batch of labels is made of the chosen orders; other staff may not choose by filters', async () => {
  const ids = [await paid(), await order()]
  const { status, body } = await admin.post('/api/label-batches/from-list', {
    choice: { filter: { user: buyer.id }, except: [] },
  })
  expect(status).toBe(201)
  expect(body.rows.map(({ _id, state }: { _id: string; state: string }) => [_id, state])).toEqual([
    [ids[1], 'missing'],
    [ids[0], 'waiting'],
  ])
  const packer = await signedIn(shop, { role: 'packer' })
  const filter = { keyword: buyer.email }
  expect((await packer.post('/api/label-batches/from-list', { choice: { filter, except: [] } })).status).toBe(
    403,
  )
  for (const path of ['preview', 'apply', 'undo', 'export'])
    expect((await post(path, { choice: { ids }, action: DELIVERED, of: 'a' }, packer)).status).toBe(403)
})

test('more than 500 orders, and unknown actions and filters, are refused', async () => {
  const many = Array.from({ length: 501 }, (_, index) => `o${index}`)
  for (const body of [
    { choice: { ids: many }, action: DELIVERED },
    { choice: { ids: [] }, action: DELIVERED },
    { choice: { filter: { color: 'red' } }, action: DELIVERED },
    { choice: { ids: ['a'] }, action: { kind: 'refund' } },
  ])
    expect((await post('preview', body)).status).toBe(400)
})
