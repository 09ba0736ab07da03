/** An account moves to prepaid or back to retail prices, with a mail that staff have read. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedBy } from '#test/unchanged.ts'
import { signedIn } from '#test/signed-in.ts'
import { orderOf } from '../wholesale.testing.ts'
import { openCafe, weekly } from '../standing/standing.testing.ts'

let at: Awaited<ReturnType<typeof openCafe>>
beforeEach(async () => {
  at = await openCafe({
    company: { terms: 'net', net_days: 14, credit: 'unlimited', billing_email: 'bills@mosaic.example' },
  })
})
afterEach(() => at.shop.close())

const TEXT = 'Hello Maria,\n\nfrom today on you pay when you order.'
const move = (to: string, version: number, text = TEXT) =>
  at.admin.post(`/api/accounts/${at.company}/terms`, { to, text, version })
const account = async () => (await at.admin.get(`/api/accounts/${at.company}`)).body
const wanted = () => orderOf({ ...at, buyer: at.cafe }, [{ product: at.line.product, qty: 6 }])
const place = async (body: object) => at.cafe.post('/api/account-orders', body)
const mails = () =>
  at.shop.db
    .selectFrom('outbox')
    .select(['kind', 'about', 'recipient'])
    .where('kind', 'in', ['wholesale-terms', 'wholesale-closed'])
    .execute()

test('moved to prepaid, an account orders on account no more, and what it has ordered and its standing orders stay', async () => {
  const again = await wanted()
  expect((await place(again)).status).toBe(201)
  await at.cafe.post('/api/standing-orders', weekly(at.location, at.line))
  const { body, status } = await move('prepaid', 1)
  expect([status, body.terms, body.credit, body.status]).toEqual([200, 'prepaid', 'none', 'approved'])
  expect(await place(again)).toMatchObject({ status: 409, body: { code: 'prepaid' } })
  const orders = await at.shop.db
    .selectFrom('orders')
    .select(['state', 'on_account'])
    .where('company_id', '=', at.company)
    .execute()
  expect(orders).toEqual([{ state: 'paid', on_account: 1 }])
  const { body: standing } = await at.cafe.get('/api/standing-orders')
  expect(standing.orders).toHaveLength(1)
  const sent = await mails()
  expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['wholesale-terms', at.cafe.email],
    ['wholesale-terms', 'bills@mosaic.example'],
  ])
  expect(JSON.stringify(sent[0]!.about)).toContain('from today on you pay')
  const log = await at.admin.get(`/api/record?subject=company&subjectId=${at.company}`)
  expect(log.body.lines[0].changes.map(({ field }: { field: string }) => field)).toContain('Terms')
  expect((await move('prepaid', 2)).status).toBe(409)
  expect(await mails()).toHaveLength(2)
})

test('moved to retail prices, an account is closed: standing orders end, accepted orders and open invoices stay', async () => {
  const again = await wanted()
  expect((await place(again)).status).toBe(201)
  await at.cafe.post('/api/standing-orders', weekly(at.location, at.line))
  const { body } = await move('retail', 1)
  expect(body.status).toBe('closed')
  expect((await place({ ...again, payBy: 'now' })).status).toBe(409)
  expect((await at.cafe.get('/api/standing-orders')).body.orders).toEqual([])
  const dates = await at.shop.db.selectFrom('standing_dates').select('state').execute()
  expect(dates.filter(({ state }) => state === 'planned')).toEqual([])
  expect(await at.shop.db.selectFrom('orders').select('state').execute()).toEqual([{ state: 'paid' }])
  expect((await mails()).map(({ kind }) => kind)).toEqual(['wholesale-closed', 'wholesale-closed'])
  const log = await at.admin.get(`/api/record?subject=company&subjectId=${at.company}`)
  expect(log.body.lines[0].changes).toEqual(
    expect.arrayContaining([
      { field: 'Status', before: 'Approved', after: 'Closed' },
      { field: 'Standing orders', before: '1', after: 'Ended' },
    ]),
  )
  expect((await move('retail', 2)).status).toBe(409)
})

test('without a text, with an old version and by others nothing moves and no mail goes', async () => {
  const packer = await signedIn(at.shop, { role: 'packer' })
  const changed = await changedBy(at.shop.db, async () => {
    expect((await move('prepaid', 1, ' ')).status).toBe(400)
    expect((await move('prepaid', 7)).status).toBe(409)
    expect((await move('elsewhere', 1)).status).toBe(400)
    const path = `/api/accounts/${at.company}/terms`
    const sent = { to: 'prepaid', text: TEXT, version: 1 }
    expect((await at.cafe.post(path, sent)).status).toBe(403)
    expect((await packer.post(path, sent)).status).toBe(403)
  })
  expect(changed).toEqual([])
  expect(await account()).toMatchObject({ terms: 'net', status: 'approved', version: 1 })
})
