/** The weekly mail, and ordering with its link. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { violations } from '#test/invariants.ts'
import { mailboxOf, tokenIn } from '#test/mailbox.ts'
import { openCafe } from '../standing/standing.testing.ts'
import { sendWeekLinks, sweepWeekLinks } from './send-links.ts'

let at: Awaited<ReturnType<typeof openCafe>>
let mailbox: ReturnType<typeof mailboxOf>
beforeEach(async () => {
  at = await openCafe({ buyer: { mails_weekly: 1 } })
  mailbox = mailboxOf(at.shop)
  const { body } = await at.admin.get('/api/settings/wholesale')
  await at.admin.put('/api/settings/wholesale', { ...body, mailDay: 'Sun', mailTime: '09:00' })
})
afterEach(async () => {
  expect(await violations(at.shop.db)).toEqual([])
  await at.shop.close()
})

const goTo = (local: string) =>
  at.shop.clock.advance(Date.parse(`${local}:00-05:00`) - at.shop.clock.now().getTime())
const links = () => at.shop.db.selectFrom('week_links').selectAll().orderBy('id').execute()
/** The token of the link that was mailed on Sunday. */
async function token(): Promise<string> {
  goTo('2026-11-29T09:05')
  await sendWeekLinks(at.shop.shop)
  const [mail] = await mailbox.newMailsTo(at.cafe.email)
  return tokenIn(mail, '/wholesale/week')
}
const open = (link: string) => at.shop.visitor().post('/api/week-orders/open', { token: link })
const send = (link: string, changes: object = {}) =>
  at.shop.visitor().post('/api/week-orders', {
    token: link,
    lines: [{ product: at.fresh, sizeId: at.size, qty: 5 }],
    deliversOn: '2026-12-03',
    ...changes,
  })
const orders = () =>
  at.shop.db.selectFrom('orders').selectAll().where('company_id', '=', at.company).orderBy('id').execute()

describe('the mail', () => {
  test('comes on the day and at the time of the owner, once for each buyer and location', async () => {
    goTo('2026-11-29T08:59')
    await sendWeekLinks(at.shop.shop)
    expect(await links()).toEqual([])
    goTo('2026-11-29T09:00')
    await Promise.all([sendWeekLinks(at.shop.shop), sendWeekLinks(at.shop.shop)])
    await sendWeekLinks(at.shop.shop)
    expect(await links()).toMatchObject([
      { location_id: at.location, buyer_id: at.buyer, expires_at: '2026-11-30T17:00:00.000Z' },
    ])
    expect(await mailbox.newMailsTo(at.cafe.email)).toHaveLength(1)
    at.shop.clock.advance(DAY)
    await sendWeekLinks(at.shop.shop)
    expect(await links()).toHaveLength(1)
    goTo('2026-12-06T10:00')
    await sendWeekLinks(at.shop.shop)
    expect(await links()).toHaveLength(2)
  })

  test.each([
    ['does not want it', { buyers: { mails_weekly: 0 } }],
    ['may not order', { buyers: { may_order: 0 } }],
    ['is removed', { buyers: { removed_at: '2026-11-26T00:00:00.000Z' } }],
    ['acts for an account on hold', { companies: { status: 'hold' } }],
    ['acts for an account that pays when it orders', { companies: { terms: 'prepaid' } }],
    ['has a location without deliveries', { locations: { weekdays: '' } }],
  ])('does not come for a buyer who %s', async (_who, changes) => {
    for (const [table, values] of Object.entries(changes))
      await at.shop.db
        .updateTable(table as 'buyers')
        .set(values as object)
        .execute()
    goTo('2026-11-29T10:00')
    await sendWeekLinks(at.shop.shop)
    expect(await links()).toEqual([])
  })

  test('stores only a hash of its link, and links that ended are deleted after a week', async () => {
    const link = await token()
    const stored = JSON.stringify([
      await links(),
      await at.shop.db.selectFrom('outbox').selectAll().execute(),
    ])
    expect(stored).not.toContain(link)
    goTo('2026-12-08T10:00')
    await sweepWeekLinks(at.shop.shop)
    expect(await links()).toEqual([])
  })
})

describe('the link', () => {
  test('opens the order of last time without a sign-in, and orders on account', async () => {
    const link = await token()
    const first = await send(link)
    expect(first.status).toBe(200)
    expect(first.body.ordered).toMatchObject({
      deliversOn: '2026-12-03',
      canChange: true,
      lines: [{ name: expect.stringContaining('Fresh Guji'), qty: 5 }],
      total: 67.17,
    })
    expect(await orders()).toMatchObject([
      { state: 'paid', on_account: 1, placed_by: 'Link of Maria Mosaic', location_id: at.location },
    ])
    goTo('2026-12-06T09:05')
    await sendWeekLinks(at.shop.shop)
    const mails = await mailbox.newMailsTo(at.cafe.email)
    const next = await open(tokenIn(mails.at(-1), '/wholesale/week'))
    expect(next.body.form.last.lines).toEqual([{ sizeId: at.size, grind: expect.any(String), qty: 5 }])
    expect(next.body.ordered).toBeNull()
  })

  test('shows prices and days, and no people, address for bills, invoices or other locations', async () => {
    const { body, headers } = await open(await token())
    expect(body.form.rows).toMatchObject([{ name: 'Fresh Guji', price: 13.3 }])
    expect(headers['cache-control']).toContain('no-store')
    const text = JSON.stringify(body)
    for (const secret of ['Maria', at.cafe.email, 'bills@mosaic.example']) expect(text).not.toContain(secret)
    expect(body.form.accounts).toEqual([])
  })

  test('orders once, also if it is sent twice at the same time; a later one changes the order', async () => {
    const link = await token()
    await Promise.all([send(link), send(link)])
    expect((await orders()).filter(({ state }) => state === 'paid')).toHaveLength(1)
    const changed = await send(link, { lines: [{ product: at.fresh, sizeId: at.size, qty: 8 }] })
    expect(changed.status).toBe(200)
    expect(changed.body.form.changes.lines).toMatchObject([{ qty: 8 }])
    const open_ = (await orders()).filter(({ state }) => state === 'paid')
    expect(open_).toHaveLength(1)
  })

  test.each([
    ['its cut-off', { clock: 27 * HOUR }],
    ['the removal of the buyer', { buyers: { removed_at: '2026-11-29T14:06:00.000Z' } }],
    ['the loss of the right to order', { buyers: { may_order: 0 } }],
    ['another address of the buyer', { buyers: { email: 'new@mosaic.example' } }],
    ['the end of the location', { locations: { is_active: 0 } }],
  ])(
    'ends with %s',
    async (_what, { clock = 0, ...changes }: { clock?: number; [table: string]: unknown }) => {
      const link = await token()
      expect((await open(link)).status).toBe(200)
      at.shop.clock.advance(clock)
      for (const [table, values] of Object.entries(changes))
        await at.shop.db
          .updateTable(table as 'buyers')
          .set(values as object)
          .execute()
      for (const answer of [await open(link), await send(link)])
        expect([answer.status, answer.body.code]).toEqual([404, 'link'])
      expect(await orders()).toEqual([])
    },
  )

  test('that is unknown opens nothing, and an account on hold orders nothing', async () => {
    expect((await open('A'.repeat(43))).status).toBe(404)
    expect((await open('short')).status).toBe(400)
    const link = await token()
    await at.shop.db.updateTable('companies').set({ status: 'hold' }).execute()
    expect((await send(link)).status).toBe(409)
    await at.shop.db.updateTable('companies').set({ status: 'closed' }).execute()
    expect((await open(link)).status).toBe(409)
    expect(await orders()).toEqual([])
  })
})
