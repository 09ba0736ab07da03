/** The calendar file of an order: its days, its form (RFC 5545), and who gets it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { bought, boughtGiftCard, pay, placed } from '#test/purchase.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { openPickupShop, openStaff, plain, type PickupShop } from '../fulfill/pickup.testing.ts'

let shop: PickupShop
let staff: Awaited<ReturnType<typeof openStaff>>
let buyer: SignedInVisitor
beforeAll(async () => {
  // Wednesday, November 18, 2026.
  shop = await openPickupShop()
  staff = await openStaff(shop)
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
})
afterAll(() => shop.close())

const calendar = (visitor: Visitor, id: string) => visitor.get(`/api/orders/${id}/calendar.ics`)

/** The lines of the file, unfolded. Every line of it must be short and end with CRLF, and have no control characters. */
async function linesOf(visitor: Visitor, id: string): Promise<string[]> {
  const { status, headers, text } = await calendar(visitor, id)
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="order-\w{3}-\w{3}\.ics"$/)
  expect(text).toMatch(/\r\n$/)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  return plain(text.replaceAll('\r\n ', '')).split('\r\n').slice(0, -1)
}

const valueOf = (lines: string[], name: string) =>
  lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)

test('the file of a paid order has the days of its arrival as whole days, its goods and when they taste best', async () => {
  const { id } = await bought(shop, buyer, shop.items())
  const { number, delivery } = (await buyer.get(`/api/orders/${id}`)).body
  expect(delivery).toEqual({
    roastsOn: '2026-11-19',
    shipsOn: '2026-11-19',
    arrivesFrom: '2026-11-23',
    arrivesTo: '2026-11-24',
  })
  const lines = await linesOf(buyer, id)
  expect(lines.slice(0, 5)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Frame Roasters//Orders//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
  ])
  expect(lines.slice(-2)).toEqual(['END:VEVENT', 'END:VCALENDAR'])
  // The end is the day after the last one.
  for (const line of [
    'DTSTART;VALUE=DATE:20261123',
    'DTEND;VALUE=DATE:20261125',
    'TRANSP:TRANSPARENT',
    'SUMMARY:Coffee from Frame Roasters arrives',
    `URL:https://frame.example/order/${id}`,
    'STATUS:CONFIRMED',
  ])
    expect(lines).toContain(line)
  expect(valueOf(lines, 'DTSTAMP')).toMatch(/^20261118T19\d{4}Z$/)
  expect(valueOf(lines, 'DESCRIPTION')).toBe(
    [
      `Order No. ${number}`,
      '2 × Guji Highlands\\, 12 oz (340 g)\\, Whole bean',
      'This order roasts and ships Thu\\, Nov 19\\, arrives Mon\\, Nov 23 – Tue\\, Nov 24.',
      'Tastes best Nov 26 – Dec 24.',
    ].join('\\n'),
  )
  expect(lines.some((line) => line.startsWith('LOCATION'))).toBe(false)
})

test('the file of a moved or shipped order has the same UID, a higher number and the new days', async () => {
  const { id } = await bought(shop, buyer, shop.items(1))
  const before = await linesOf(buyer, id)
  expect(await linesOf(buyer, id)).toEqual(before)
  await shop.db.updateTable('orders').set({ arrives_to: '2026-11-28' }).where('id', '=', id).execute()
  const tracking = { trackingNumber: '9400', trackingUrl: 'https://carrier.example/9400' }
  expect((await staff.put(`/api/orders/${id}/ship`, tracking)).status).toBe(200)
  const after = await linesOf(buyer, id)
  expect(valueOf(after, 'UID')).toBe(valueOf(before, 'UID'))
  expect(valueOf(after, 'UID')).toMatch(new RegExp(`^order-${id}@`))
  expect(Number(valueOf(after, 'SEQUENCE'))).toBeGreaterThan(Number(valueOf(before, 'SEQUENCE')))
  expect(after).toContain('DTEND;VALUE=DATE:20261129')
  expect(valueOf(after, 'DESCRIPTION')).toContain('Tracking 9400 https://carrier.example/9400')
})

test('the file of an order for pickup has the day and hours at the bar, and its address', async () => {
  const id = await shop.bought(buyer)
  const lines = await linesOf(buyer, id)
  for (const line of [
    'DTSTART;VALUE=DATE:20261119',
    'DTEND;VALUE=DATE:20261120',
    'SUMMARY:Pick up: coffee from Frame Roasters',
    'LOCATION:Frame Roasters\\, 145 Church Street NW\\, Vienna\\, VA 22180',
  ])
    expect(lines).toContain(line)
  expect(valueOf(lines, 'DESCRIPTION')).toContain('Ready Thursday\\, Nov 19\\, from 2 pm at the bar')
  expect((await staff.ready(id)).status).toBe(200)
  expect(valueOf(await linesOf(buyer, id), 'DESCRIPTION')).toMatch(
    /Ready\. We keep it until \w+\\, \w+ \d+\./,
  )
})

test('texts are escaped, so that a name adds no line, and long lines are folded between characters', async () => {
  const mean = await shop.sell({ name: 'Café\\; “Ünüsual”, \u{1F600}'.repeat(9), sizeGrams: null })
  const { id } = await bought(shop, buyer, [{ _id: mean, qty: 1 }])
  await shop.db
    .updateTable('orders')
    .set({ recipient: 'Bob\r\nATTENDEE:mailto:x@example.com' })
    .where('id', '=', id)
    .execute()
  const lines = await linesOf(buyer, id)
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
  expect(valueOf(lines, 'SUMMARY')).toBe(
    'Order from Frame Roasters arrives for Bob\\nATTENDEE:mailto:x@example.com',
  )
  expect(valueOf(lines, 'DESCRIPTION')).toContain('Café\\\\\\; “Ünüsual”\\, \u{1F600}'.repeat(9))
  // Goods without a roast have no best days.
  expect(valueOf(lines, 'DESCRIPTION')).not.toContain('best')
})

test('only the buyer, the guest with the link, and admins get it', async () => {
  const guest = guestOf(shop)
  const { id } = await bought(shop, guest, shop.items(1))
  const own = await linesOf(guest, id)
  // The token of the guest is not in the file.
  for (const token of guest.links.values()) expect(own.join('\n')).not.toContain(token)
  expect((await calendar(staff, id)).status).toBe(200)
  expect((await calendar(buyer, id)).status).toBe(404)
  expect((await calendar(shop.visitor(), id)).status).toBe(401)
})

test('an order without such a day is refused with the reason', async () => {
  const refused = async (id: string) => {
    const { status, body } = await calendar(buyer, id)
    return [status, body.message]
  }
  const unpaid = await placed(buyer, shop.items(1))
  expect(await refused(unpaid)).toEqual([409, 'There is a day for your calendar once the order is paid'])
  expect((await buyer.delete(`/api/orders/${unpaid}`)).status).toBe(200)
  expect(await refused(unpaid)).toEqual([409, 'This order is no longer on its way'])
  expect(await refused(await boughtGiftCard(shop, buyer))).toEqual([
    409,
    'A gift card has no day of delivery',
  ])
  const undated = await placed(buyer, shop.items(1))
  await shop.db
    .updateTable('orders')
    .set({ roasts_on: null, ships_on: null, arrives_from: null, arrives_to: null })
    .where('id', '=', undated)
    .execute()
  expect((await pay(shop, buyer, undated)).status).toBe(200)
  expect(await refused(undated)).toEqual([409, 'This order has no day yet. We write to you with the day'])
  const { id } = await bought(shop, buyer, shop.items(1))
  expect((await staff.put(`/api/orders/${id}/deliver`)).status).toBe(200)
  expect(await refused(id)).toEqual([409, 'This order is no longer on its way'])
})
