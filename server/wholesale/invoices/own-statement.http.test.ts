/** The statements that buyers fetch. */
import { addDays } from '#shared/kernel/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { pdfText } from '#test/pdf-text.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { account, buyerOf, invoiced } from './ledger.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const month = () => nowAt(shop.clock).day.slice(0, 7)
const linesOf = async (bytes: Buffer | undefined) => (await pdfText(bytes!)).pages.flat()

test('a buyer fetches the statement of a month as it is mailed, and of this month until today', async () => {
  const company = await account(shop)
  const first = month()
  await invoiced(shop, company, 10_000)
  while (month() === first) shop.clock.advance(DAY)
  await invoiced(shop, company, 2500)
  // A person who signed in before would be signed out by now.
  const buyer = await buyerOf(shop, company, { may_invoices: 1 })
  const owner = await signedIn(shop, { role: 'owner' })
  const path = `/api/account-invoices/${company}/statement`
  const past = await buyer.get(`${path}?month=${first}`)
  expect([past.status, past.headers['content-type'], past.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ])
  const last = addDays(`${month()}-01`, -1)
  const span = `from=${first}-01&until=${last}`
  const { bytes } = await owner.get(`/api/ledgers/${company}/statement/file?${span}`)
  expect(await linesOf(past.bytes)).toEqual(await linesOf(bytes))
  expect((await linesOf((await buyer.get(path)).bytes)).join('\n')).toBe(
    (await linesOf(past.bytes)).join('\n'),
  )
  const now = (await linesOf((await buyer.get(`${path}?month=${month()}`)).bytes)).join('\n')
  expect(now).toContain('Opening balance|$100.00')
  expect(now).toContain('Closing balance|$125.00')
})

test('no statement for a month to come, without the right to see invoices, for strangers and removed buyers', async () => {
  const company = await account(shop)
  await invoiced(shop, company, 10_000)
  const path = `/api/account-invoices/${company}/statement`
  const buyer = await buyerOf(shop, company, { may_invoices: 1 })
  const next = addDays(`${month()}-01`, 40).slice(0, 7)
  for (const wrong of [next, '2026-13', '2026', 'x'])
    expect((await buyer.get(`${path}?month=${wrong}`)).status).toBe(400)
  const orderer = await buyerOf(shop, company, { may_invoices: 0 })
  expect((await orderer.get(path)).status).toBe(403)
  const other = await buyerOf(shop, await account(shop), { may_invoices: 1 })
  for (const stranger of [other, await signedIn(shop), await signedIn(shop, { role: 'owner' })])
    expect((await stranger.get(path)).status).toBe(404)
  expect((await shop.visitor().get(path)).status).toBe(401)
  await shop.db
    .updateTable('buyers')
    .set({ removed_at: '2026-11-01T00:00:00.000Z' })
    .where('user_id', '=', buyer.id)
    .execute()
  expect((await buyer.get(path)).status).toBe(404)
})
