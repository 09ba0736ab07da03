import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecallPlace, RecallTrace } from '#shared/mail/api/recall.ts'
import { bagsOf, coffeeLot, fillLine } from '#test/roastery/bags.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { bought, numberOf } from '#test/purchase.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { greenLot, roastOf } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let admin: Visitor
let buyers: SignedInVisitor[]
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  admin = await shop.admin()
  buyers = await Promise.all(Array.from({ length: 6 }, () => signedIn(shop)))
})
afterAll(() => shop.close())

const traceOf = async (id: string): Promise<RecallTrace> => {
  const first = await admin.get(`/api/recall/${id}`)
  expect(first.status).toBe(200)
  const trace = first.body as RecallTrace
  for (let page = 2; page <= trace.pages; page++)
    trace.orders.push(...(await admin.get(`/api/recall/${id}?pageNumber=${page}`)).body.orders)
  return trace
}

/** An order of two bags of a new lot of a new coffee, shipped. */
async function shippedOrder(buyer: Visitor) {
  const product = await shop.sell({ name: 'Guji Highlands' })
  const green = await greenLot(shop, { name: 'Guji Uraga', code: `GU-${product.slice(-6).toUpperCase()}` })
  const roast = await roastOf(shop, [{ lot: green, percent: 100 }], { name: 'Guji light' })
  const batch = await batchOf(shop, { roast, greens: [{ lot: green, grams: 6000 }] })
  const lot = await coffeeLot(shop, { product, batches: [{ batch: batch.id, grams: 5000 }] })
  const bags = await bagsOf(shop, { lot: lot.id, qty: 10 })
  const order = async (by: Visitor, isShipped = true) => {
    const { id } = await bought(shop, by, [{ _id: product, qty: 2 }])
    await fillLine(shop, { order: id, bags, qty: 2 })
    if (isShipped) await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '', trackingUrl: '' })
    return id
  }
  return { product, green, batch, lot, bags, id: await order(buyer), order }
}

const ids = (places: readonly RecallPlace[]) => places.map(({ _id }) => _id).toSorted()

type Made = { green: string[]; lots: { id: string; code: string }[]; orders: string[]; products: string[] }

/**
 * Three lots of green coffee, a coffee that is blended before roasting, one that is blended after it, one that is not
 * blended, and 40 orders.
 */
async function makeShop(): Promise<Made> {
  const green = [await greenLot(shop), await greenLot(shop), await greenLot(shop)]
  const [one, two, three] = green as [string, string, string]
  const mixed = await roastOf(shop, [
    { lot: one, percent: 40 },
    { lot: two, percent: 60 },
  ])
  const single = await roastOf(shop, [{ lot: three, percent: 100 }])
  const before = await batchOf(shop, {
    roast: mixed,
    greens: [
      { lot: one, grams: 4000 },
      { lot: two, grams: 6000 },
    ],
  })
  const straight = await batchOf(shop, { roast: single, greens: [{ lot: three, grams: 12_000 }] })
  const products = [await shop.sell(), await shop.sell(), await shop.sell()]
  for (const product of products)
    await shop.db
      .updateTable('product_sizes')
      .set({ count_in_stock: 100 })
      .where('product_id', '=', product)
      .execute()
  const parts = [
    [{ batch: before.id, grams: 5000 }],
    [
      { batch: before.id, grams: 2000 },
      { batch: straight.id, grams: 3000 },
    ],
    [{ batch: straight.id, grams: 7000 }],
  ]
  const lots = []
  const bags = []
  for (const [index, product] of products.entries()) {
    lots.push(await coffeeLot(shop, { product, batches: parts[index]! }))
    bags.push(await bagsOf(shop, { lot: lots[index]!.id, qty: 14 }))
  }
  const orders = []
  for (let index = 0; index < 40; index++) {
    const [first, second] = [index % 3, (index + 1) % 3]
    const lines = index % 7 === 0 && index < 21 ? [first, second] : [first]
    const { id } = await bought(
      shop,
      buyers[index % buyers.length]!,
      lines.map((line) => ({ _id: products[line]!, qty: 1 })),
    )
    const rows = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', id).execute()
    for (const row of rows) {
      const bag = bags[products.indexOf(row.product_id)]!
      const { qty_left: left } = await shop.db
        .selectFrom('bags')
        .select('qty_left')
        .where('id', '=', bag)
        .executeTakeFirstOrThrow()
      if (left > 0) await fillLine(shop, { order: id, line: row.position, bags: bag, qty: 1 })
    }
    orders.push(id)
  }
  return { green, lots, orders, products }
}

test('every sold bag leads to its green coffee and back, also for blends', async () => {
  const made = await makeShop()
  const down = new Map<string, Set<string>>()
  for (const id of made.green) down.set(id, new Set(ids((await traceOf(id)).orders)))
  let links = 0
  for (const order of made.orders) {
    const up = await traceOf(order)
    for (const green of made.green) {
      expect(up.greens.some(({ _id }) => _id === green)).toBe(down.get(green)!.has(order))
      if (down.get(green)!.has(order)) links++
    }
  }
  expect(links).toBeGreaterThan(40)
  // The places in between also agree with each other.
  for (const lot of made.lots) {
    const { batches, orders, bags } = await traceOf(lot.id)
    for (const batch of batches) expect(ids((await traceOf(batch._id)).lots)).toContain(lot.id)
    for (const order of orders) expect(ids((await traceOf(order._id)).lots)).toContain(lot.id)
    const ofBags = await traceOf(bags[0]!._id)
    expect(ids(ofBags.orders)).toEqual(ids(orders))
  }
  const [, lotOfBoth] = made.lots
  expect((await traceOf(lotOfBoth!.id)).greens).toHaveLength(3)
  const { totals } = await traceOf(made.green[0]!)
  const sold = await shop.db
    .selectFrom('bag_uses')
    .innerJoin('bags', 'bags.id', 'bags_id')
    .where('coffee_lot_id', 'in', [made.lots[0]!.id, lotOfBoth!.id])
    .select((eb) => eb.fn.sum<number>('bag_uses.qty').as('qty'))
    .executeTakeFirstOrThrow()
  expect(totals.bags).toBe(sold.qty)
  expect(totals.bags + totals.freeBags).toBe(28)
})

const found = async (text: string): Promise<RecallPlace[]> =>
  (await admin.get(`/api/recall?find=${encodeURIComponent(text)}`)).body.places

test('one search finds green coffee, batches, lots, orders and buyers', async () => {
  const { green, batch, lot, id } = await shippedOrder(buyers[0]!)
  const { code } = (await traceOf(green)).of
  expect(ids(await found(code.toLowerCase()))).toEqual([green])
  expect(ids(await found('uraga guji'))).toContain(green)
  expect(ids(await found(batch.code))).toContain(batch.id)
  expect(ids(await found(lot.code.toLowerCase()))).toContain(lot.id)
  expect(await found(await numberOf(shop, id))).toEqual([expect.objectContaining({ kind: 'order', _id: id })])
  const { email } = (await traceOf(id)).orders[0]!
  expect(ids(await found(email))).toContain(id)
  expect((await found('')).length).toBeGreaterThan(0)
  expect(await found('nothing has this name')).toEqual([])
})

test('the trace shows the coffee that is still on hand, and marks refunded bags and orders that are not shipped', async () => {
  const { product, green, order, id } = await shippedOrder(buyers[0]!)
  const waiting = await order(buyers[1]!, false)
  await admin.post(`/api/orders/${id}/refund`, { lines: [{ _id: product, qty: 1 }] })
  const { totals, orders, greens } = await traceOf(green)
  // 6,000 g of green coffee are 5,100 g roasted: 100 g are loose, 1,600 g of the lot are not in bags.
  expect(totals).toEqual({ orders: 2, bags: 4, here: 1, buyers: 1, looseGrams: 1700, freeBags: 6 })
  expect(greens).toMatchObject([{ usedGrams: 6000, leftGrams: 54_000, supplier: 'Harbor Imports' }])
  expect(orders.find(({ _id }) => _id === id)).toMatchObject({
    hasLeft: true,
    coffees: [{ qty: 2, refunded: 1 }],
  })
  expect(orders.find(({ _id }) => _id === waiting)).toMatchObject({
    hasLeft: false,
    coffees: [{ refunded: 0 }],
  })
})

test('the file has the buyers with addresses and lots, and needs a proof of who takes it', async () => {
  const { green, lot, id } = await shippedOrder(buyers[0]!)
  const path = `/api/recall/${green}/orders.csv`
  const { status, text } = await admin.get(path)
  expect(status).toBe(200)
  const [head, row, ...others] = csvRows(text)
  expect(others.filter((each) => each.length > 1)).toEqual([])
  const cells = Object.fromEntries(head!.map((name, index) => [name, row![index]]))
  expect(cells).toMatchObject({ Order: await numberOf(shop, id), State: 'shipped', Bags: '2', Lot: lot.code })
  expect(cells['Address']).toContain('Vienna')
  expect(cells['Email']).toContain('@')
  shop.clock.advance(11 * 60_000)
  const late = await admin.get(path)
  expect([late.status, late.body.code]).toEqual([403, 'proof'])
})

const MAIL = { subject: 'Recall of Guji', text: 'Dear {name},\n\n{coffees}\n\nIt smells of diesel. {shop}' }
const mailPath = (id: string) => `/api/recall/${id}/mail`

test('the prepared mail goes once to each buyer, and lists the coffee that the buyer got', async () => {
  const { green, lot, order, id } = await shippedOrder(buyers[0]!)
  await order(buyers[0]!)
  await order(buyers[1]!)
  await order(buyers[2]!, false)
  const { body: prepared } = await admin.get(mailPath(green))
  expect(prepared).toMatchObject({ count: 2, here: 1, recipients: [{ bags: expect.any(Number) }, {}] })
  expect(prepared.subject).toContain('Guji Highlands')
  const mailbox = mailboxOf(shop)
  await mailbox.newMails()
  const { subject, text } = prepared
  expect(await refusal(green, { subject, text, recipients: 2 })).toEqual([
    400,
    'Write what is wrong with the coffee before you send the mail',
  ])
  const preview = await admin.post(`${mailPath(green)}/preview`, MAIL)
  expect(preview.body).toMatchObject({ sent: 0, text: expect.stringContaining(`lot ${lot.code}`) })
  const { body } = await admin.post(mailPath(green), { ...MAIL, recipients: 2 })
  expect(body).toEqual({ sent: 2, message: 'The mail to 2 buyers is queued' })
  const mails = (await mailbox.newMails()).filter((mail) => mail.subject === MAIL.subject)
  expect(mails).toHaveLength(2)
  const { email } = (await traceOf(id)).orders[0]!
  const own = mails.find(({ to }) => to?.[0]?.address === email)!
  expect(own.text).toContain('It smells of diesel.')
  expect(own.text?.match(new RegExp(`2 × Guji Highlands, .*lot ${lot.code}`, 'g'))).toHaveLength(2)
  expect((await admin.post(`${mailPath(green)}/preview`, MAIL)).body.sent).toBe(2)
  const { body: shown } = await admin.get(`/api/orders/${id}`)
  expect(shown.history).toContainEqual(
    expect.objectContaining({ event: `Recall mail queued: ${MAIL.subject}` }),
  )
  const { body: record } = await admin.get(`/api/record?subject=green&subjectId=${green}`)
  expect(record.lines).toMatchObject([{ action: 'Recall: Mail to 2 buyers' }])
})

test('twenty calls at the same time send the mail once', async () => {
  const { lot, order } = await shippedOrder(buyers[0]!)
  await order(buyers[3]!)
  const body = { ...MAIL, recipients: 2 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.post(mailPath(lot.id), body)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers.reduce((sum, answer) => sum + answer.body.sent, 0)).toBe(2)
  const queued = await shop.db
    .selectFrom('outbox')
    .select('id')
    .where('dedupe_key', 'like', `recall:${lot.id}:%`)
    .execute()
  expect(queued).toHaveLength(2)
  const { body: record } = await admin.get(`/api/record?subject=coffeeLot&subjectId=${lot.id}`)
  expect(record.lines).toHaveLength(1)
})

test('a buyer who is added later gets the same mail, and the other buyers do not get it again', async () => {
  const { green, order } = await shippedOrder(buyers[0]!)
  await admin.post(mailPath(green), { ...MAIL, recipients: 1 })
  await order(buyers[4]!)
  expect(await refusal(green, {})).toEqual([
    409,
    'There are 2 recipients now. Check the list, and send the mail again',
  ])
  expect((await admin.post(mailPath(green), { ...MAIL, recipients: 2 })).body).toEqual({
    sent: 1,
    message: 'The mail to 1 buyer is queued. 1 buyer got this email before',
  })
})

test('the recall mail of a gift goes to its buyer, and the list names the recipient of the gift', async () => {
  const { green, id } = await shippedOrder(buyers[0]!)
  await shop.db
    .updateTable('orders')
    .set({ recipient: 'Sam Rivera', gift_note: '' })
    .where('id', '=', id)
    .execute()
  const { orders } = await traceOf(green)
  const { body: prepared } = await admin.get(mailPath(green))
  expect(orders).toMatchObject([{ recipient: 'Sam Rivera', email: prepared.recipients[0].email }])
  expect(prepared.recipients[0].name).not.toBe('Sam Rivera')
})

async function refusal(id: string, mail: object): Promise<unknown[]> {
  const { status, body } = await admin.post(mailPath(id), { ...MAIL, recipients: 1, ...mail })
  return [status, body.message]
}

test('an invalid text, an unknown lot and coffee that has not been shipped are refused with a reason', async () => {
  const { green, lot } = await shippedOrder(buyers[0]!)
  expect(await refusal(green, { text: 'Dear {nmae}, {coffees}' })).toEqual([
    400,
    'There is no placeholder {nmae} here. You can use {name}, {coffees}, {shop}, {email}, {phone}',
  ])
  expect(await refusal(green, { text: 'Dear {name}' })).toEqual([
    400,
    'The text must name the coffee: write {coffees} where it belongs',
  ])
  expect(await refusal('unknown', {})).toEqual([404, 'Place not found'])
  const unused = await greenLot(shop)
  expect(await refusal(unused, {})).toEqual([409, 'No bag of this coffee has been shipped or handed over'])
  expect((await traceOf(unused)).totals.orders).toBe(0)
  for (const role of ['packer', 'barista'] as const)
    expect((await (await shop.staff(role)).get(`/api/recall/${lot.id}`)).status).toBe(403)
})
