/** "Email me this cart": one mail with the goods, and the link that restores them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepSavedCarts } from './saved-carts.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { linkIn, newEmail, openCartShop, type CartShop } from './saved-carts.testing.ts'

let shop: CartShop['shop']
let mailbox: CartShop['mailbox']
let carts: CartShop['carts']
let bean: string
beforeAll(async () => {
  ;({ shop, mailbox, carts, bean } = await openCartShop())
})
afterAll(() => shop.close())

/** The link of a cart that was mailed. */
async function mailedLink(email: string, more: object = {}): Promise<string> {
  expect((await carts.save(email, more)).status).toBe(200)
  const [mail] = await mailbox.newMailsTo(email)
  return linkIn(mail?.text)
}

describe('a cart that is mailed now', () => {
  test('is one mail with the goods and a link, and the request is stored with its time and text', async () => {
    const email = newEmail()
    const line = { _id: bean, qty: 2, grind: 'Whole bean', subscribe: { weeks: 2 } }
    const saved = await carts.save(email, { orderItems: [line] })
    expect([saved.status, saved.body]).toEqual([200, { message: 'The mail is on its way' }])
    const [mail, ...others] = await mailbox.newMailsTo(email)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(/^Your cart at /)
    expect(mail?.text).toContain('2 × Guji Highlands, 12 oz (340 g), Whole bean\nEvery 2 weeks')
    expect(await carts.rowsOf(email)).toEqual([
      expect.objectContaining({
        kind: 'now',
        consent: expect.stringContaining('one email with a link'),
        requested_at: expect.any(String),
        sent_at: expect.any(String),
      }),
    ])
    const opened = await carts.open(linkIn(mail?.text))
    expect(opened.body).toMatchObject({
      code: '',
      lines: [
        {
          title: 'Guji Highlands, 12 oz (340 g), Whole bean',
          qty: 2,
          left: 2,
          price: 19,
          subscribe: { weeks: 2, percent: 10 },
          notes: [],
          product: { _id: bean, name: 'Guji Highlands' },
        },
      ],
    })
    expect(opened.text).not.toContain(email)
    await carts.nextDay()
    expect(await mailbox.newMailsTo(email)).toEqual([])
  })

  test('is mailed once if the button is pressed twice, and again after a new request later', async () => {
    const email = newEmail()
    await Promise.all([carts.save(email), carts.save(email)])
    await carts.save(email)
    expect(await mailbox.newMailsTo(email)).toHaveLength(1)
    shop.clock.advance(11 * MINUTE)
    await carts.save(email)
    expect(await mailbox.newMailsTo(email)).toHaveLength(1)
    expect(await carts.rowsOf(email)).toHaveLength(1)
  })

  test('keeps a discount code, but no text that cannot be a code', async () => {
    expect((await carts.open(await mailedLink(newEmail(), { discountCode: 'welcome10' }))).body.code).toBe(
      'WELCOME10',
    )
    const link = await mailedLink(newEmail(), { discountCode: 'Call 555-0100 now!' })
    expect((await carts.open(link)).body.code).toBe('')
  })

  test('has no text of the visitor, so that nobody can send messages to strangers', async () => {
    const email = newEmail()
    await carts.save(email, { orderItems: [{ _id: bean, qty: 1, grind: 'visit evil.example' }] })
    const [mail] = await mailbox.newMailsTo(email)
    expect(mail?.text).toContain('Guji Highlands')
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain('evil.example')
  })

  test('is refused if nothing of it is on sale, also for a draft, and for a malformed request', async () => {
    const draft = await shop.sell({ name: 'Secret lot' })
    await shop.db.updateTable('products').set({ is_draft: 1 }).where('id', '=', draft).execute()
    const refused = await carts.save(newEmail(), { orderItems: [{ _id: draft, qty: 1 }] })
    expect([refused.status, refused.body.message]).toEqual([409, 'Nothing in this cart is still sold'])
    expect((await carts.save('no address')).body.fields).toEqual({ email: 'Enter a valid email address' })
    expect((await carts.save(newEmail(), { when: 'weekly' })).status).toBe(400)
    expect((await carts.save(newEmail(), { orderItems: [] })).status).toBe(400)
  })
})

describe('the link', () => {
  test('shows the current prices, and what is no longer sold, sold out or scarce', async () => {
    const sizes = [{ sizeGrams: 900, priceCents: 4000, stock: 9 }]
    const twoSizes = await shop.sell({ name: 'Sidamo', stock: 20, sizes })
    const goods = await Promise.all(
      ['Gone', 'Empty', 'Scarce', 'Dear'].map((name) => shop.sell({ name, stock: 20 })),
    )
    const [gone = '', empty = '', scarce = '', dear = ''] = goods
    const link = await mailedLink(newEmail(), {
      orderItems: [
        ...goods.map((_id) => ({ _id, qty: 5 })),
        { _id: twoSizes, sizeId: `${twoSizes}-1`, qty: 1 },
        { _id: bean, qty: 1, subscribe: { weeks: 4 } },
      ],
    })
    const { db } = shop
    const at = shop.clock.now().toISOString()
    const size = (id: string) => db.updateTable('product_sizes').where('id', '=', id)
    await db.updateTable('products').set({ deleted_at: at }).where('id', '=', gone).execute()
    await size(empty).set({ count_in_stock: 0 }).execute()
    await size(scarce).set({ count_in_stock: 3 }).execute()
    await size(dear).set({ price_cents: 2525 }).execute()
    await size(`${twoSizes}-1`).set({ removed_at: at }).execute()
    const { lines } = (await carts.open(link)).body as { lines: Record<string, unknown>[] }
    expect(lines.map(({ left, price, notes }) => [left, price, notes])).toEqual([
      [0, null, ['no longer sold']],
      [0, expect.any(Number), ['sold out']],
      [3, expect.any(Number), ['only 3 left']],
      [5, 25.25, []],
      [0, null, ['no longer sold in this size']],
      [1, 19, []],
    ])
    expect(lines[0]).toMatchObject({ title: expect.stringContaining('Gone'), product: null })
  })

  test('shares the stock of a size between its grinds, and leaves out a subscription that is not offered', async () => {
    const few = await shop.sell({ name: 'Few', stock: 3 })
    const link = await mailedLink(newEmail(), {
      orderItems: [
        { _id: few, qty: 2 },
        { _id: few, qty: 2, subscribe: { weeks: 2 } },
      ],
    })
    const saved = await (await shop.admin()).get('/api/settings/subscribing')
    const off = { ...saved.body, isOffered: false }
    expect((await (await shop.admin()).put('/api/settings/subscribing', off)).status).toBe(200)
    const { lines } = (await carts.open(link)).body
    expect(lines.map(({ left, notes }: { left: number; notes: string[] }) => [left, notes])).toEqual([
      [2, []],
      [1, ['only 1 left', 'this subscription is no longer offered: now a single purchase']],
    ])
    expect(lines[1].subscribe).toBeUndefined()
    const again = await (await shop.admin()).get('/api/settings/subscribing')
    await (await shop.admin()).put('/api/settings/subscribing', { ...again.body, isOffered: true })
  })

  test('opens only its own cart, and works for 30 days', async () => {
    const mine = await mailedLink(newEmail())
    const email = newEmail()
    await carts.save(email, { orderItems: [{ _id: bean, qty: 7 }] })
    await mailbox.newMails()
    const [{ id: other } = { id: '' }] = await carts.rowsOf(email)
    const token = mine.slice(mine.indexOf('.') + 1)
    const forged = [
      `${other}.${token}`,
      other,
      `${other}.`,
      token,
      '',
      '.',
      `${mine}x`,
      `none.zzzzzz.${'A'.repeat(43)}`,
    ]
    for (const link of forged) {
      const { status, body } = await carts.open(link)
      expect([link, status, body.code]).toEqual([link, 400, 'link'])
    }
    expect((await carts.open('x'.repeat(101))).status).toBe(400)
    shop.clock.advance(29 * DAY)
    await sweepSavedCarts(shop.shop)
    expect((await carts.open(mine)).status).toBe(200)
    shop.clock.advance(2 * DAY)
    expect((await carts.open(mine)).body.code).toBe('link')
    expect(await carts.rowsOf(email)).toHaveLength(1)
    await sweepSavedCarts(shop.shop)
    expect(await carts.rowsOf(email)).toEqual([])
  })

  test('is hidden in the mail log', async () => {
    const email = newEmail()
    await carts.save(email)
    await mailbox.newMails()
    const { body_text: text } = await shop.db
      .selectFrom('outbox')
      .select('body_text')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    expect(text).toContain('/cart/saved#(known-to-the-reader-alone)')
  })
})
