// On SQLite only: pages, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { widthOf } from '#server/kernel/text/pdf-fonts.ts'
import { soldCard } from '../../gift-cards/gift-cards.testing.ts'
import { guestOf } from '#test/guests.ts'
import { pdfText } from '#test/pdf-text.ts'
import { bought, orderBody, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let beans: string
let mug: string
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  beans = await shop.sell({ name: 'Guji Highlands', priceCents: 1900, stock: 500 })
  mug = await shop.sell({ name: 'Mug', priceCents: 2200, sizeGrams: null, stock: 100 })
})
afterAll(() => shop.close())

const invoice = (visitor: Visitor, id: string) => visitor.get(`/api/orders/${id}/invoice.pdf`)

const money = (dollars: number) => `$${dollars.toFixed(2)}`

async function textOf(visitor: Visitor, id: string) {
  const answer = await invoice(visitor, id)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return pdfText(answer.bytes!)
}

test('an invoice has the seller, the buyer, the lines, the sums, the payment and the refunds', async () => {
  const { id } = await bought(shop, buyer, [
    { _id: beans, qty: 2 },
    { _id: mug, qty: 1 },
  ])
  const order = (await buyer.get(`/api/orders/${id}`)).body
  const [lines] = (await textOf(buyer, id)).pages
  const expected = [
    'Invoice',
    `Frame Coffee Roasters|Order No. ${order.number}`,
    'Billed to|Shipped to',
    'Ann Buyer|Ann Buyer',
    `${buyer.email}|123 Maple Avenue E`,
    'Vienna, VA 22180',
    'Item|Quantity|Price|Amount',
    'Guji Highlands, 12 oz (340 g), Whole bean|2|$19.00|$38.00',
    'Mug|1|$22.00|$22.00',
    'Items|$60.00',
    `Shipping|${money(order.shippingPrice)}`,
    'Sales tax, VA 1%|$0.60',
    `Total|${money(order.totalPrice)}`,
  ]
  expect(lines!.filter((line) => expected.includes(line))).toEqual(expected)
  expect(lines!.join(' ')).toContain('145 Church Street NW|Ordered')
  expect(lines!.join(' ')).toContain(`Paid ${money(order.totalPrice)} with PayPal on`)
  expect(lines!.join(' ')).toContain(order.paymentResult.id)
  expect(lines!.join(' ')).not.toContain('Refunded')

  await admin.post(`/api/orders/${id}/refund`, { lines: [{ _id: mug, qty: 1 }], goodwill: 1 })
  const after = (await textOf(admin, id)).pages[0]!
  expect(after).toContain('Refunded|−$23.22')
  expect(after).toContain(`Total after refunds|${money(order.totalPrice - 23.22)}`)
  expect(after.join(' ')).toContain(': 1 × Mug, tax $0.22, goodwill $1.00.')
})

test('the invoice of a pickup says where it was picked up, and has no shipping', async () => {
  const pickup = { orderItems: [{ _id: beans, qty: 1 }], paymentMethod: 'PayPal', pickup: {} }
  const { _id } = (await buyer.post('/api/orders', pickup)).body
  expect((await pay(shop, buyer, _id)).body.isPaid).toBe(true)
  const [lines] = (await textOf(buyer, _id)).pages
  const expected = ['Billed to|Picked up at', 'Ann Buyer|Frame Roasters', 'Pickup|$0.00']
  expect(lines!.filter((line) => expected.includes(line))).toEqual(expected)
  expect(lines!.join()).not.toContain('Ship')
})

test('names print in all European languages and Vietnamese, and without emoji', async () => {
  const name = 'Łukasz Ärzt 😀 Nguyễn Thế Đức Иван Щербаков Ελένη 👩🏽‍🚀 Zoë O’Brien नम'
  const other = await signedIn(shop, { name })
  const { id } = await bought(shop, other, [{ _id: beans, qty: 1 }])
  const { pages, unreadable } = await textOf(other, id)
  expect(unreadable).toBe(0)
  // Text in other fonts is a separate part.
  const text = pages[0]!.join('\n').replaceAll('|', '')
  for (const part of ['Łukasz Ärzt', 'Nguyễn Thế Đức', 'Иван Щербаков', 'Ελένη', 'Zoë O’Brien'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/\p{Extended_Pictographic}|न/u)
  expect(text).toContain('??')
  expect(text).toContain('Some signs cannot be printed here. The page of the order shows them.')
})

test.each([
  ['Chinese', '王小明'],
  ['traditional Chinese', '陳國龍'],
  ['Japanese', '山田ゆうこ'],
  ['Korean', '김민수'],
  ['Thai', 'สมชาย'],
])('a name in %s is printed', async (_, name) => {
  const other = await signedIn(shop, { name })
  const { id } = await bought(shop, other, [{ _id: beans, qty: 1 }])
  const { pages, unreadable } = await textOf(other, id)
  expect(unreadable).toBe(0)
  expect(pages[0]!.join('\n')).toContain(name)
  expect(pages[0]!.join('\n')).not.toMatch(/\?|cannot be printed/)
})

test('a long order continues on further pages, and a very long name is wrapped', async () => {
  const long = await shop.sell({ name: 'W'.repeat(100), stock: 90, sizes: [] })
  const others = await Promise.all(
    Array.from({ length: 55 }, (_, index) => shop.sell({ name: `Coffee ${index}`, priceCents: 100 })),
  )
  const { id } = await bought(
    shop,
    buyer,
    [long, ...others].map((_id) => ({ _id, qty: 1 })),
  )
  const { pages } = await textOf(buyer, id)
  expect(pages.length).toBeGreaterThan(1)
  const all = pages.flat().join('\n')
  for (const index of others.keys())
    expect(all).toContain(`Coffee ${index}, 12 oz (340 g), Whole bean|1|$1.00|$1.00`)
  for (const [index, page] of pages.entries()) expect(page.at(-1)).toMatch(new RegExp(`, page ${index + 1}$`))
  expect(all.match(/W{4,}/g)!.join('')).toHaveLength(100)
})

test('only the buyer, the guest with the link, and admins get it, and only once the order is paid', async () => {
  const guest = guestOf(shop)
  const id = await placed(guest, [{ _id: beans, qty: 1 }])
  expect((await invoice(guest, id)).status).toBe(409)
  const paid = (await bought(shop, guest, [{ _id: beans, qty: 1 }])).id
  expect((await invoice(guest, paid)).status).toBe(200)
  expect((await invoice(buyer, paid)).status).toBe(404)
  expect((await invoice(shop.visitor(), paid)).status).toBe(401)
  expect((await shop.visitor().get(`/api/orders/${paid}/invoice.pdf?token=x`)).status).not.toBe(200)
})

const wordsOf = async (visitor: Visitor, id: string) => (await textOf(visitor, id)).pages[0]!.join(' ')

test('an invoice names the gift card that paid all, and that got all back, and does not name PayPal', async () => {
  const { code } = await soldCard(shop, 2500)
  const body = { orderItems: [{ _id: mug, qty: 1 }], pickup: {}, giftCards: [code] }
  const order = (await buyer.post('/api/orders', body)).body
  expect([order.state, order.giftCardPrice]).toEqual(['paid', 22.22])
  const before = await wordsOf(buyer, order._id)
  expect(before).toContain('Paid $22.22 by gift card on')
  expect(before).not.toContain('PayPal')
  expect((await admin.post(`/api/orders/${order._id}/refund`, {})).status).toBe(200)
  const after = await wordsOf(buyer, order._id)
  expect(after).toContain('Refunded $22.22 to the gift card on')
  expect(after).not.toContain('PayPal')
})

test('an invoice has a line for each source of an order that both paid, and for each part of its refund', async () => {
  const { code } = await soldCard(shop, 1237)
  const body = { ...(await orderBody(buyer, [{ _id: mug, qty: 2 }])), giftCards: [code] }
  const order = (await buyer.post('/api/orders', body)).body
  expect((await pay(shop, buyer, order._id)).body.state).toBe('paid')
  const atPaypal = money(order.totalPrice - 12.37)
  const before = await wordsOf(buyer, order._id)
  expect(before).toContain(`Paid ${atPaypal} with PayPal on`)
  expect(before).toContain('Paid $12.37 by gift card on')
  expect(before).not.toContain(`Paid ${money(order.totalPrice)}`)
  await admin.post(`/api/orders/${order._id}/refund`, {})
  const after = await wordsOf(buyer, order._id)
  expect(after).toContain(`Refunded ${atPaypal} with PayPal on`)
  expect(after).toContain('Refunded $12.37 to the gift card on')
  expect(after).toContain('Total after refunds|$0.00')
})

test('the invoice of a bought gift card says for whom it is, and has no address, shipping or tax', async () => {
  const card = { amount: 50, to: { name: 'Lou', email: 'lou@example.com' }, from: '', note: '', sendOn: '' }
  const { _id } = (await buyer.post('/api/giftcards/orders', card)).body
  expect((await pay(shop, buyer, _id)).body.isPaid).toBe(true)
  const [lines] = (await textOf(buyer, _id)).pages
  const expected = ['Billed to|Gift card for', 'Ann Buyer|Lou', `${buyer.email}|lou@example.com`]
  expect(lines!.filter((line) => expected.includes(line))).toEqual(expected)
  expect(lines).not.toContain(',')
  expect(lines!.join()).not.toMatch(/Shipped to|Shipping|Sales tax/)
  expect((await admin.get(`/api/orders/${_id}/packing`)).status).toBe(409)
})

test('the logo of an invoice holds the name of the shop, also a long one', async () => {
  const { id } = await bought(shop, buyer, [{ _id: beans, qty: 1 }])
  const named = async (name: string) => {
    const { body } = await admin.get('/api/settings/business')
    expect((await admin.put('/api/settings/business', { ...body, name })).status).toBe(200)
    const { parts } = await textOf(buyer, id)
    return parts.flat()
  }
  const long = 'Northern Lights'
  const written = (await named(long)).find(({ text }) => text === long.toUpperCase())
  // The frame is 116 points wide.
  expect(widthOf(written!.text, written!.size, true)).toBeLessThan(95)
  // The letters of this name are drawn.
  expect((await named('Frame')).some(({ text }) => text === 'FRAME')).toBe(false)
})
