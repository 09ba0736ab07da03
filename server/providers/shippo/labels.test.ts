import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { Shippo } from 'shippo'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LabelRefused, RateGone, ShippingUnavailable } from '../providers.ts'
import { shippoShipping } from './client.ts'
import { buyer, from, json, parcel, provider, token } from './client.testing.ts'
import { rateLifeMs } from '#sandbox/shippo/objects.ts'
import { refundDecisionMs } from '#sandbox/shippo/labels.ts'
import { type ShippoSandbox, startShippoSandbox } from '#sandbox/shippo/shippo.ts'

let time = Date.parse('2026-11-21T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'frame-labels-'))
const stateFile = join(folder, 'shippo.jsonl')
const start = () => startShippoSandbox({ token, now: () => time, stateFile })
let sandbox: ShippoSandbox
beforeAll(async () => {
  sandbox = await start()
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

const shipping = () => shippoShipping({ token, apiBase: sandbox.apiBase, from, mode: 'sandbox' })
const vendor = () => new Shippo({ apiKeyHeader: token, serverURL: sandbox.apiBase })
const quoted = async (street1 = '1 Market St') =>
  (await shipping().quoteGround({ to: { ...buyer, street1 }, parcel })).rateId

const wanted = async (reference: string, street1?: string) => ({
  rateId: await quoted(street1),
  reference,
})

describe("the vendor's own client", () => {
  test('buys a label, reads it, finds it among those of its rate, and gives it back', async () => {
    const rate = await quoted()
    const wish = { rate, labelFileType: 'PDF_4x6', async: false, metadata: 'order 7' } as const
    const bought = await vendor().transactions.create(wish)
    expect(bought).toMatchObject({
      status: 'SUCCESS',
      metadata: 'order 7',
      trackingStatus: 'PRE_TRANSIT',
      test: true,
    })
    expect(bought.trackingNumber).toMatch(/^\d{22}$/)
    expect(await vendor().transactions.get(bought.objectId!)).toMatchObject({ objectId: bought.objectId })
    const { results } = await vendor().transactions.list({ rate })
    expect(results?.map(({ objectId }) => objectId)).toEqual([bought.objectId])

    const track = await vendor().trackingStatus.get(bought.trackingNumber!, 'usps')
    expect(track).toMatchObject({ transaction: bought.objectId, trackingStatus: { status: 'PRE_TRANSIT' } })
    const refund = await vendor().refunds.create({ transaction: bought.objectId! })
    expect(refund.status).toBe('QUEUED')
    expect((await vendor().transactions.get(bought.objectId!)).status).toBe('REFUNDPENDING')
    time += refundDecisionMs
    expect((await vendor().refunds.get(refund.objectId!)).status).toBe('SUCCESS')
    expect((await vendor().transactions.get(bought.objectId!)).status).toBe('REFUNDED')
  })

  test('is answered before the label is made when it does not ask to wait', async () => {
    const made = await vendor().transactions.create({ rate: await quoted(), labelFileType: 'PDF_4x6' })
    expect([made.status, made.labelUrl]).toEqual(['QUEUED', undefined])
    expect((await vendor().transactions.get(made.objectId!)).status).toBe('SUCCESS')
  })

  test('hears 201 with ERROR and words where the carrier refuses', async () => {
    const made = await vendor().transactions.create({ rate: await quoted('1 LABELERROR St'), async: false })
    expect(made).toMatchObject({ status: 'ERROR', messages: [{ source: 'USPS' }] })
  })

  test.each(['UNKNOWN', 'PRE_TRANSIT', 'TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE'] as const)(
    'follows the test world’s parcel %s',
    async (status) => {
      const track = await vendor().trackingStatus.get(`SHIPPO_${status}`, 'shippo')
      expect(track.trackingStatus?.status).toBe(status)
    },
  )
})

describe('our client', () => {
  test('buys a label with its number, its page and its file, and finds it again', async () => {
    const wish = await wanted('one')
    const label = await shipping().buyLabel(wish)
    expect(label).toMatchObject({ state: 'bought', carrier: 'usps', problem: '' })
    expect(label.trackingUrl).toBe(
      `https://tools.usps.com/go/TrackConfirmAction?tLabels=${label.trackingNumber}`,
    )
    expect((await shipping().findLabel(wish))?.id).toBe(label.id)
    expect((await shipping().getLabel(label.id))?.trackingNumber).toBe(label.trackingNumber)
    expect(await shipping().findLabel({ ...wish, reference: 'other' })).toBeNull()
    expect(await shipping().getLabel('nobody')).toBeNull()
    const pdf = await PDFDocument.load(await shipping().fetchLabel(label.fileUrl))
    expect(pdf.getPage(0).getSize()).toEqual({ width: 288, height: 432 })
  })

  test('waits for one that is still being made', async () => {
    expect((await shipping().buyLabel(await wanted('slow', '1 LABELQUEUED St'))).state).toBe('bought')
  })

  test('tells apart what the carrier refuses and a rate that is gone', async () => {
    await expect(shipping().buyLabel(await wanted('no', '1 LABELERROR St'))).rejects.toThrow(
      new LabelRefused(422, 'The carrier account is not registered for this service.'),
    )
    const old = await wanted('old')
    time += rateLifeMs
    await expect(shipping().buyLabel(old)).rejects.toThrow(RateGone)
  })

  test('prefers, of several tries of one name, the one that was bought', async () => {
    const results = ['ERROR', 'SUCCESS', 'ERROR'].map((status, index) => ({
      object_id: `t${index}`,
      status,
      metadata: 'mine',
      tracking_number: '94',
      label_url: 'https://labels.example/1.pdf',
      messages: [],
    }))
    const { shipping: asked } = await provider(json(200, { results }))
    expect((await asked.findLabel({ rateId: 'r', reference: 'mine' }))?.id).toBe('t1')
  })

  test('reads where a parcel is, and whether the carrier has ever had it', async () => {
    const { trackingNumber: number } = await shipping().buyLabel(await wanted('walk'))
    const at = () => shipping().trackParcel({ carrier: 'usps', number })
    expect(await at()).toMatchObject({ state: 'announced', isScanned: false })
    sandbox.move(number, 'TRANSIT')
    expect(await at()).toMatchObject({ state: 'transit', isScanned: true, at: new Date(time).toISOString() })
    sandbox.move(number, 'FAILURE')
    sandbox.move(number, 'DELIVERED')
    expect(await at()).toMatchObject({ state: 'delivered', isScanned: true })
    expect(await shipping().trackParcel({ carrier: 'usps', number: '1' })).toMatchObject({ state: 'unknown' })
    expect(await shipping().trackParcel({ carrier: 'nobody', number: '1' })).toBeNull()
  })

  test('gives a label back once, and one that was used in vain', async () => {
    const label = await shipping().buyLabel(await wanted('back'))
    expect(await shipping().voidLabel(label.id)).toBe('voiding')
    await expect(shipping().voidLabel(label.id)).rejects.toThrow(LabelRefused)
    const used = await shipping().buyLabel(await wanted('used'))
    sandbox.move(used.trackingNumber, 'TRANSIT')
    await shipping().voidLabel(used.id)
    time += refundDecisionMs
    expect((await shipping().getLabel(label.id))?.state).toBe('voided')
    expect((await shipping().getLabel(used.id))?.state).toBe('refused')
  })

  test('is sent once: a purchase that breaks off is not repeated', async () => {
    const { seen, shipping: asked } = await provider(json(500, {}))
    await expect(asked.buyLabel({ rateId: 'r', reference: 'x' })).rejects.toThrow(ShippingUnavailable)
    expect([seen.calls, JSON.parse(seen.body)]).toEqual([
      1,
      { rate: 'r', label_file_type: 'PDF_4x6', async: false, metadata: 'x' },
    ])
  })

  test.each([
    [{ object_id: 't', status: 'SUCCESS', tracking_number: '94' }],
    [{ object_id: 't', status: 'SUCCESS', label_url: 'https://x.example/' }],
    [{ object_id: 't', status: 'LOST' }],
    [{ status: 'SUCCESS', tracking_number: '94', label_url: 'https://x.example/' }],
    ['sold'],
  ])('believes no label in %j', async (body) => {
    const { shipping: asked } = await provider(json(201, body))
    const failure: unknown = await asked
      .buyLabel({ rateId: 'r', reference: 'x' })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ShippingUnavailable)
    expect(failure).not.toBeInstanceOf(LabelRefused)
  })

  test.each(['http://169.254.169.254/latest', 'file:///etc/passwd', 'javascript:1', ''])(
    'fetches no label from %j',
    (url) => expect(shipping().fetchLabel(url)).rejects.toThrow('no believable address'),
  )

  test('takes no file for a label that is no PDF, or is no longer to be had', async () => {
    const { shipping: asked } = await provider(json(200, 'x'))
    await expect(asked.fetchLabel('https://127.0.0.1:1/label.pdf')).rejects.toThrow(ShippingUnavailable)
    const label = await shipping().buyLabel(await wanted('file'))
    await expect(shipping().fetchLabel(`${label.fileUrl}x`)).rejects.toThrow('answered 403')
    time += 2 * refundDecisionMs
    await expect(shipping().fetchLabel(label.fileUrl)).rejects.toThrow('answered 403')
    expect((await shipping().getLabel(label.id))?.fileUrl).not.toBe(label.fileUrl)
  })
})

test('what was sold is still known after the sandbox was killed and started again', async () => {
  const wish = { rateId: await quoted(), reference: 'before' }
  const label = await shipping().buyLabel(wish)
  sandbox.move(label.trackingNumber, 'TRANSIT')
  await sandbox.close()
  sandbox = await start()
  expect((await shipping().findLabel(wish))?.id).toBe(label.id)
  expect(await shipping().trackParcel({ carrier: 'usps', number: label.trackingNumber })).toMatchObject({
    state: 'transit',
  })
})
