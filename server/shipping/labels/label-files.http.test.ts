// On SQLite only: PDFs, the same code on both databases.
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxOf } from '#test/mailbox.ts'
import { VIENNA } from '#test/purchase.ts'
import { changedBy } from '#test/unchanged.ts'
import { HOUR, SECOND } from '#server/kernel/time/clock.ts'
import { ShippingUnavailable } from '#server/providers/providers.ts'
import { finishLabels } from './finish-labels.ts'
import { openLabelActors, openLabelShop, type LabelActors, type LabelShop } from './labels.testing.ts'
import { updateParcels } from './parcels.ts'

let shop: LabelShop
let actors: LabelActors
beforeAll(async () => {
  shop = await openLabelShop()
})
beforeEach(async () => {
  shop.override({})
  actors = await openLabelActors(shop)
})
afterAll(() => shop.close())

async function aDayLater(): Promise<void> {
  await actors.later(25 * HOUR)
  await finishLabels(shop.shop)
}

describe('a label file', () => {
  test('is stored and can be printed any number of times without Shippo', async () => {
    const id = await actors.paid()
    await actors.buy(id)
    shop.override({ fetchLabel: () => Promise.reject(new ShippingUnavailable('away')) })
    for (let print = 0; print < 2; print++) {
      const answer = await actors.pdfOf(id)
      expect([answer.statusCode, answer.type]).toEqual([200, 'application/pdf'])
      const [page] = (await PDFDocument.load(answer.rawPayload)).getPages()
      expect(page!.getSize()).toEqual({ width: 288, height: 432 })
    }
  })

  test('that could not be stored at once is fetched when it is printed', async () => {
    const id = await actors.paid()
    shop.override({ fetchLabel: () => Promise.reject(new ShippingUnavailable('away')) })
    expect((await actors.buy(id)).body.label.state).toBe('bought')
    expect((await actors.pdfOf(id)).statusCode).toBe(503)
    shop.override({})
    expect((await actors.pdfOf(id)).statusCode).toBe(200)
  })

  test('is available neither to the buyer nor under /uploads/', async () => {
    const id = await actors.paid()
    await actors.buy(id)
    expect((await actors.buyer.get(`/api/orders/${id}/label.pdf`)).status).toBe(403)
    const label = await shop.db
      .selectFrom('labels')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await shop.shop.uploads.store.get(`label-${label.id}.pdf`)).not.toBeNull()
    expect((await shop.visitor().get(`/uploads/label-${label.id}.pdf`)).status).toBe(404)
  })

  test('of several orders has one page each, in the requested order', async () => {
    const ids = [await actors.paid(), await actors.paid(), await actors.paid()]
    for (const id of ids) await actors.buy(id)
    const answer = await actors.pdf(`/api/shippo/labels.pdf?orders=${ids.toReversed().join(',')}`)
    expect(answer.statusCode).toBe(200)
    expect((await PDFDocument.load(answer.rawPayload)).getPageCount()).toBe(3)
    const without = await actors.paid()
    const refused = await actors.admin.get(`/api/shippo/labels.pdf?orders=${ids[0]},${without}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'No label was bought for the order of Ann Buyer',
    ])
  })
})

describe('a label is voided', () => {
  test('once; its number is removed from the order, USPS decides later, and another label can be bought', async () => {
    const id = await actors.paid()
    await actors.buy(id)
    const { status, body } = await actors.voidLabel(id)
    expect([status, body.label.state]).toEqual([200, 'voiding'])
    const seen = (await actors.buyer.get(`/api/orders/${id}`)).body
    expect([seen.tracking, seen.parcel]).toEqual([null, null])
    expect(await changedBy(shop.db, () => actors.voidLabel(id))).toEqual([])
    expect((await actors.pdfOf(id)).statusCode).toBe(409)

    await aDayLater()
    expect((await actors.labelOf(id)).state).toBe('voided')
    expect(await actors.historyOf(id)).toContain('USPS took the label back: $7.85')
    expect((await actors.buy(id)).body.label.state).toBe('bought')
    expect(shop.shippo.soldFor(id)).toBe(2)
  })

  test('and its order, which was shipped with it, waits to be shipped again; the next parcel gets its own mail', async () => {
    const mailbox = mailboxOf(shop)
    const onTheirWay = async () =>
      (await mailbox.newMailsTo(actors.buyer.email)).filter(({ subject }) =>
        subject?.endsWith('is on its way'),
      )
    const id = await actors.paid()
    await actors.buy(id, { ship: true })
    expect(await onTheirWay()).toHaveLength(1)
    expect((await actors.admin.get(`/api/orders/${id}`)).body.state).toBe('shipped')

    await actors.voidLabel(id)
    expect((await actors.buyer.get(`/api/orders/${id}`)).body).toMatchObject({
      state: 'paid',
      shippedAt: null,
      tracking: null,
    })
    expect((await actors.historyOf(id)).slice(-2)).toEqual(['Label returned', 'Changed back to paid'])
    const { orders } = (await actors.admin.get('/api/shippo/queue')).body
    expect(orders.map(({ _id }: { _id: string }) => _id)).toContain(id)
    const reports = shop.db.selectFrom('tracking_reports').selectAll().where('order_id', '=', id)
    expect(await reports.execute()).toEqual([])
    expect(await onTheirWay()).toEqual([])

    const { label } = (await actors.buy(id, { ship: true })).body
    const mails = await onTheirWay()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(label.trackingNumber)
  })

  test('and its order stays shipped if it has another tracking number', async () => {
    const id = await actors.paid()
    await actors.buy(id, { ship: true })
    await actors.admin.put(`/api/orders/${id}/ship`, { trackingNumber: 'UPS 1Z', trackingUrl: '' })
    await actors.voidLabel(id)
    expect((await actors.buyer.get(`/api/orders/${id}`)).body).toMatchObject({
      state: 'shipped',
      tracking: { number: 'UPS 1Z' },
    })
  })

  test('but not if the order has no label, or if USPS has the parcel', async () => {
    const id = await actors.paid()
    expect((await actors.voidLabel(id)).status).toBe(409)
    await actors.buy(id)
    await shop.db.updateTable('labels').set({ parcel: 'transit' }).where('order_id', '=', id).execute()
    const { status, body } = await actors.voidLabel(id)
    expect([status, body.message]).toEqual([
      409,
      'USPS already has this parcel, so its label cannot be returned',
    ])
  })

  test('and the request is repeated if Shippo did not receive it', async () => {
    const id = await actors.paid()
    await actors.buy(id)
    shop.override({ voidLabel: () => Promise.reject(new ShippingUnavailable('away')) })
    expect((await actors.voidLabel(id)).body.label.state).toBe('voiding')
    shop.override({})
    // The shop's own call could still be under way.
    shop.clock.advance(10 * SECOND)
    expect(await changedBy(shop.db, () => finishLabels(shop.shop))).toEqual([])
    shop.clock.advance(20 * SECOND)
    expect(await changedBy(shop.db, () => finishLabels(shop.shop))).toEqual(['labels'])
    await aDayLater()
    expect((await actors.labelOf(id)).state).toBe('voided')
  })

  test('and stays usable if USPS refuses the refund', async () => {
    const id = await actors.paid()
    const { label } = (await actors.buy(id)).body
    shop.shippo.move(label.trackingNumber, 'TRANSIT')
    expect((await actors.voidLabel(id)).body.label.state).toBe('voiding')
    await aDayLater()
    expect((await actors.labelOf(id)).state).toBe('refused')
    expect((await actors.pdfOf(id)).statusCode).toBe(200)
    // It was used, as its scans show.
    await updateParcels(shop.shop)
    expect((await actors.buyer.get(`/api/orders/${id}`)).body).toMatchObject({
      state: 'shipped',
      tracking: { number: label.trackingNumber },
    })
  })
})

test('the Shipping page lists paid orders, oldest first, and how to pack them', async () => {
  const [small, large] = [await actors.paid(), await actors.paid(VIENNA, 6)]
  await actors.buy(large)
  const { body } = await actors.admin.get('/api/shippo/queue')
  const found = body.orders.filter(({ _id }: { _id: string }) => [small, large].includes(_id))
  expect(found).toEqual([
    expect.objectContaining({ _id: small, place: 'Vienna, VA', box: 'Small (7 × 7 × 7 in)', label: null }),
    expect.objectContaining({ _id: large, box: 'Medium (10 × 8 × 8 in)', pieces: 6 }),
  ])
  expect(found[1].label.state).toBe('bought')
  expect(body.count).toBeGreaterThanOrEqual(2)
})
