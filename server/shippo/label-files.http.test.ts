import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { VIENNA } from '#test/purchase.ts'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { HOUR, MINUTE } from '../clock.ts'
import { ShippingUnavailable } from '../providers/providers.ts'
import { finishLabels } from './finish-labels.ts'
import { openLabelShop, type LabelShop } from './labels.testing.ts'

let shop: LabelShop
let admin: SomebodySignedIn
let buyer: SomebodySignedIn
beforeAll(async () => {
  shop = await openLabelShop()
})
beforeEach(async () => {
  shop.instead({})
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
})
afterAll(() => shop.close())

const paid = (address = VIENNA, qty = 1) => shop.paid(buyer, address, qty)
const buy = (orderId: string, more: object = {}) => admin.post('/api/shippo', { orderId, ...more })
const labelOf = async (id: string) => (await admin.get(`/api/orders/${id}/label`)).body.label
const historyOf = async (id: string) =>
  (await admin.get(`/api/orders/${id}`)).body.history.map(({ event }: { event: string }) => event)
const pdfOf = (id: string) => shop.pdf(admin, `/api/orders/${id}/label.pdf`)
/** Sessions end meanwhile. */
async function aDayLater(): Promise<void> {
  shop.clock.advance(25 * HOUR)
  admin = await signedIn(shop, { isAdmin: true })
  await finishLabels(shop.shop)
}

const giveBack = (id: string) => admin.post(`/api/orders/${id}/label/void`)

describe('the label as a file', () => {
  test('is kept and printed as often as one likes, without Shippo', async () => {
    const id = await paid()
    await buy(id)
    shop.instead({ fetchLabel: () => Promise.reject(new ShippingUnavailable('away')) })
    for (let print = 0; print < 2; print++) {
      const answer = await pdfOf(id)
      expect([answer.statusCode, answer.type]).toEqual([200, 'application/pdf'])
      const [page] = (await PDFDocument.load(answer.rawPayload)).getPages()
      expect(page!.getSize()).toEqual({ width: 288, height: 432 })
    }
  })

  test('that could not be kept at once is fetched when it is printed', async () => {
    const id = await paid()
    shop.instead({ fetchLabel: () => Promise.reject(new ShippingUnavailable('away')) })
    expect((await buy(id)).body.label.state).toBe('bought')
    expect((await pdfOf(id)).statusCode).toBe(503)
    shop.instead({})
    expect((await pdfOf(id)).statusCode).toBe(200)
  })

  test('is nobody else’s: neither the buyer’s, nor under /uploads/', async () => {
    const id = await paid()
    await buy(id)
    expect((await buyer.get(`/api/orders/${id}/label.pdf`)).status).toBe(403)
    const label = await shop.db
      .selectFrom('labels')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await shop.shop.uploads.store.get(`label-${label.id}.pdf`)).not.toBeNull()
    expect((await shop.visitor().get(`/uploads/label-${label.id}.pdf`)).status).toBe(404)
  })

  test('of several orders is one file, a page each, in the order asked for', async () => {
    const ids = [await paid(), await paid(), await paid()]
    for (const id of ids) await buy(id)
    const answer = await shop.pdf(admin, `/api/shippo/labels.pdf?orders=${ids.toReversed().join(',')}`)
    expect(answer.statusCode).toBe(200)
    expect((await PDFDocument.load(answer.rawPayload)).getPageCount()).toBe(3)
    const without = await paid()
    const refused = await admin.get(`/api/shippo/labels.pdf?orders=${ids[0]},${without}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'No label was bought for the order of Ann Buyer',
    ])
  })
})

describe('a label is given back', () => {
  test('once; its number leaves the order, USPS decides later, and another can be bought', async () => {
    const id = await paid()
    await buy(id)
    const { status, body } = await giveBack(id)
    expect([status, body.label.state]).toEqual([200, 'voiding'])
    const seen = (await buyer.get(`/api/orders/${id}`)).body
    expect([seen.tracking, seen.parcel]).toEqual([null, null])
    expect(await changedBy(shop.db, () => giveBack(id))).toEqual([])
    expect((await pdfOf(id)).statusCode).toBe(409)

    await aDayLater()
    expect((await labelOf(id)).state).toBe('voided')
    expect(await historyOf(id)).toContain('USPS took the label back: $7.85')
    expect((await buy(id)).body.label.state).toBe('bought')
    expect(shop.shippo.soldFor(id)).toBe(2)
  })

  test('and not when there is none, or once USPS has the parcel', async () => {
    const id = await paid()
    expect((await giveBack(id)).status).toBe(409)
    await buy(id)
    await shop.db.updateTable('labels').set({ parcel: 'transit' }).where('order_id', '=', id).execute()
    const { status, body } = await giveBack(id)
    expect([status, body.message]).toEqual([
      409,
      'USPS has this parcel already, so that its label cannot be given back',
    ])
  })

  test('and asked for again when Shippo did not hear it the first time', async () => {
    const id = await paid()
    await buy(id)
    shop.instead({ voidLabel: () => Promise.reject(new ShippingUnavailable('away')) })
    expect((await giveBack(id)).body.label.state).toBe('voiding')
    shop.instead({})
    shop.clock.advance(2 * MINUTE)
    await finishLabels(shop.shop)
    await aDayLater()
    expect((await labelOf(id)).state).toBe('voided')
  })

  test('and stays usable when USPS does not take it', async () => {
    const id = await paid()
    const { label } = (await buy(id)).body
    shop.shippo.move(label.trackingNumber, 'TRANSIT')
    expect((await giveBack(id)).body.label.state).toBe('voiding')
    await aDayLater()
    expect((await labelOf(id)).state).toBe('refused')
    expect((await pdfOf(id)).statusCode).toBe(200)
  })
})

test('the label desk lists what is paid and waits, the longest waiting first, and how to pack it', async () => {
  const [small, large] = [await paid(), await paid(VIENNA, 6)]
  await buy(large)
  const { body } = await admin.get('/api/shippo/queue')
  const found = body.orders.filter(({ _id }: { _id: string }) => [small, large].includes(_id))
  expect(found).toEqual([
    expect.objectContaining({ _id: small, place: 'Vienna, VA', box: 'Small (7 × 7 × 7 in)', label: null }),
    expect.objectContaining({ _id: large, box: 'Medium (10 × 8 × 8 in)', pieces: 6 }),
  ])
  expect(found[1].label.state).toBe('bought')
  expect(body.count).toBeGreaterThanOrEqual(2)
})
