/** The steps of paid orders for pickup: ready, handover, reminder, and their undo. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { violations } from '#test/invariants.ts'
import { bought, place } from '#test/purchase.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { openPickupShop, openStaff, plain, type PickupShop } from './pickup.testing.ts'
import { remindPickups } from './pickup-list.ts'

let shop: PickupShop
let staff: Awaited<ReturnType<typeof openStaff>>
let buyer: SignedInVisitor
beforeAll(async () => {
  shop = await openPickupShop()
})
beforeEach(async () => {
  staff = await openStaff(shop)
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const byText = (left: string, right: string) => left.localeCompare(right)

describe('a paid order for pickup', () => {
  test('is not shipped: no queue, no label, no tracking, and the shop’s mail says pickup', async () => {
    await shop.mailbox.newMails()
    const id = await shop.bought(buyer)
    const [toShop] = await shop.mailbox.newMailsTo('inbox@shop.example')
    expect(toShop!.subject).toMatch(/^New order for pickup: No\. /)
    const { orders } = (await staff.get('/api/shippo/queue')).body
    expect(orders.map(({ _id }: { _id: string }) => _id)).not.toContain(id)
    for (const answer of [
      await staff.put(`/api/orders/${id}/ship`, { trackingNumber: '1' }),
      await staff.post('/api/shippo', { orderId: id }),
    ])
      expect([answer.status, answer.body.message]).toEqual([
        409,
        expect.stringContaining('picked up at the bar'),
      ])
    expect((await staff.read(id)).state).toBe('paid')
    await staff.handOver(id)
  })

  test('is ready once, and its mail names the number, the place and the last day', async () => {
    const id = await shop.bought(buyer)
    await shop.mailbox.newMails()
    const answers = await Promise.all([staff.ready(id), staff.ready(id), staff.ready(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const order = await staff.read(id)
    expect(order).toMatchObject({ state: 'paid', isDelivered: false, keptUntil: '2026-12-02' })
    expect(order.readyAt).not.toBeNull()
    const [mail, ...more] = await shop.mailbox.newMailsTo(buyer.email)
    expect(more).toEqual([])
    expect(mail!.subject).toBe(`Your order No. ${order.number} is ready for pickup`)
    for (const said of [
      `No. ${order.number}`,
      '145 Church Street NW, Vienna, VA 22180',
      'Monday to Friday, 7 am to 5 pm',
      'until Wednesday, December 2, 5 pm',
    ])
      expect(plain(mail!.text)).toContain(said)
    // Changed back, it can become ready again, with another email.
    expect((await staff.delete(`/api/orders/${id}/ready`)).body).toMatchObject({
      readyAt: null,
      keptUntil: null,
    })
    await staff.ready(id)
    expect(await shop.mailbox.newMailsTo(buyer.email)).toHaveLength(1)
    await staff.handOver(id)
  })

  test('is found by other staff by number and name, but not by the email', async () => {
    const id = await shop.bought(buyer)
    const { number } = await staff.read(id)
    for (const role of ['packer', 'barista'] as const) {
      const person = await signedIn(shop, { role })
      const find = async (keyword: string): Promise<{ _id: string }[]> =>
        (await person.get(`/api/pickup?keyword=${encodeURIComponent(keyword)}`)).body.orders
      for (const keyword of [number, 'ann', 'BUYER ann'])
        expect((await find(keyword)).map(({ _id }) => _id)).toContain(id)
      for (const keyword of ['@', buyer.email, buyer.email.split('@')[1]!, buyer.email.slice(0, 6)])
        expect(await find(keyword), keyword).toEqual([])
    }
    await staff.handOver(id)
  })

  test('is found by name or number, handed over, and changed back', async () => {
    const id = await shop.bought(buyer)
    const { number } = await staff.read(id)
    for (const keyword of [number, number.replace('-', '').toLowerCase(), 'ann'])
      expect((await staff.list(keyword)).orders.map(({ _id }: { _id: string }) => _id)).toContain(id)
    expect((await staff.list('nobody')).orders).toEqual([])
    expect((await staff.list('nobody')).count).toBeGreaterThan(0)
    const todo = (await staff.get('/api/desk')).body.todo.toHandOver
    expect(todo.first[0]).toMatchObject({ _id: id, readyOn: '2026-11-19', readyAt: null })
    await staff.ready(id)
    await shop.mailbox.newMails()

    const answers = await Promise.all([staff.handOver(id), staff.handOver(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await staff.read(id)).toMatchObject({ state: 'delivered', isDelivered: true })
    expect((await staff.list()).handedOver[0]).toMatchObject({ _id: id, number })
    expect((await staff.ready(id)).status).toBe(409)
    const undone = await staff.delete(`/api/orders/${id}/handover`)
    expect(undone.body).toMatchObject({ state: 'paid', deliveredAt: null })
    expect(undone.body.readyAt).not.toBeNull()
    shop.clock.advance(30 * MINUTE)
    // An undone handover sends no mail.
    expect(await shop.mailbox.newMailsTo(buyer.email)).toEqual([])

    expect((await staff.handOver(id)).status).toBe(200)
    shop.clock.advance(11 * MINUTE)
    const [mail] = await shop.mailbox.newMailsTo(buyer.email)
    expect(mail!.subject).toBe(`You have picked up your order No. ${number}`)
    const { history } = await staff.read(id)
    expect(history.map(({ event }: { event: string }) => event).slice(-4)).toEqual([
      'Ready for pickup',
      'Handed over at the bar',
      'Handover undone',
      'Handed over at the bar',
    ])
    const { lines } = (await staff.get('/api/record?subject=order')).body
    expect(lines[0]).toMatchObject({ by: 'Olive Owner', action: 'Handed over at the bar' })
  })

  test('that is not picked up is listed with its age, and its buyer gets one reminder after a week', async () => {
    const id = await shop.bought(buyer)
    await staff.ready(id)
    await shop.mailbox.newMails()
    shop.clock.advance(7 * DAY - HOUR)
    await remindPickups(shop.shop)
    expect(await shop.mailbox.newMailsTo(buyer.email)).toEqual([])
    shop.clock.advance(HOUR)
    await Promise.all([remindPickups(shop.shop), remindPickups(shop.shop)])
    const [mail, ...more] = await shop.mailbox.newMailsTo(buyer.email)
    expect(mail!.subject).toMatch(/is waiting for you at the bar$/)
    expect(plain(mail!.text)).toContain('until Wednesday, December 2')
    await remindPickups(shop.shop)
    expect([more, await shop.mailbox.newMailsTo(buyer.email)]).toEqual([[], []])
    staff = await openStaff(shop)
    const [waiting] = (await staff.list()).orders
    expect(waiting).toMatchObject({ _id: id, pieces: 2, remindedAt: expect.any(String) })
    await staff.handOver(id)
  })

  test('can be refunded, also while it is ready, and is then not handed over', async () => {
    const id = await shop.bought(buyer)
    await staff.ready(id)
    const refunded = await staff.post(`/api/orders/${id}/refund`, { stock: shop.items() })
    expect([refunded.status, refunded.body.state]).toEqual([200, 'refunded'])
    expect((await staff.handOver(id)).status).toBe(409)
    expect((await staff.list()).orders.map(({ _id }: { _id: string }) => _id)).not.toContain(id)
  })

  test('is replaced at the bar, with mails and a list that say so, until the replacement is canceled', async () => {
    const id = await shop.bought(buyer)
    await staff.handOver(id)
    await shop.mailbox.newMails()
    const { number } = await staff.read(id)
    const lines = [{ line: 0, qty: 1 }]
    const { body: made } = await staff.post(`/api/orders/${id}/replacement`, { lines, seen: 0 })
    expect(made).toMatchObject({ isPickup: true, state: 'paid', readyAt: null, totalPrice: 0 })
    const mails = await shop.mailbox.newMails()
    expect(mails.map(({ subject = '' }) => subject).toSorted(byText)).toEqual([
      `A replacement for you to pick up: No. ${made.number}`,
      `New replacement for pickup: No. ${made.number}`,
    ])
    for (const { text } of mails) {
      expect(text).toContain(`replacement for order No. ${number}`)
      expect(text).not.toMatch(/tracking|has paid|it ships|Ship to/i)
    }
    expect((await staff.list()).orders.map(({ _id }: { _id: string }) => _id)).toContain(made._id)
    await staff.ready(made._id)
    const [ready] = await shop.mailbox.newMailsTo(buyer.email)
    expect(ready!.text).toContain(`Your replacement for order No. ${number} is packed`)
    const closed = await staff.post(`/api/orders/${made._id}/close`)
    expect(closed.body).toMatchObject({ state: 'cancelled', readyAt: null, keptUntil: null })
    expect((await staff.handOver(made._id)).status).toBe(409)
    shop.clock.advance(11 * MINUTE)
    const last = await shop.mailbox.newMailsTo(buyer.email)
    expect(last.map(({ subject = '' }) => subject).toSorted(byText)).toEqual([
      `You have picked up your order No. ${number}`,
      `Your replacement No. ${made.number} is canceled`,
    ])
  })

  test('is marked in the list of orders and in the export of sales', async () => {
    const id = await shop.bought(buyer)
    const only = (await staff.get('/api/orders?only=pickup&state=paid')).body
    expect(only.orders.map(({ _id }: { _id: string }) => _id)).toEqual([id])
    expect(only.totals.count).toBe(1)
    const day = '2026-11-01'
    const csv = (await staff.get(`/api/orders/export?from=${day}&to=2026-12-31`)).text
    expect(csv.split('\n')[0]!.trim()).toMatch(/Number,Recipient,Pickup,/)
    expect(
      csv
        .split('\n')
        .find((line) => line.includes(id))!
        .trim(),
    ).toMatch(/,yes,0,,0,,PayPal,,web,,$/)
    // The endpoint for deliveries also hands over an order for pickup.
    expect((await staff.put(`/api/orders/${id}/deliver`)).body.state).toBe('delivered')
  })

  test('has steps that are refused for an order that is shipped, for an unpaid one, and for buyers', async () => {
    const { id } = await bought(shop, buyer, shop.items(1))
    for (const answer of [
      await staff.ready(id),
      await staff.handOver(id),
      await staff.delete(`/api/orders/${id}/ready`),
      await staff.delete(`/api/orders/${id}/handover`),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, 'This order is shipped, and not picked up'])
    const unpaid = (await place(buyer, shop.items(1))).body._id
    expect((await staff.handOver(unpaid)).status).toBe(409)
    expect((await staff.ready('0123456789abcdefghjkmn')).status).toBe(404)
    expect((await buyer.put(`/api/orders/${id}/ready`)).status).toBe(403)
  })
})
