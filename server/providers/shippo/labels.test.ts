import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { Shippo } from 'shippo'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LabelRefused, RateExpired, ShippingUnavailable } from '../shipping.ts'
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
  orderNumber: '4GX-7QM',
  reference,
})

describe("the vendor's own client", () => {
  test('buys a label, reads it, finds it by its rate, and requests its refund', async () => {
    const rate = await quoted()
    const request = { rate, labelFileType: 'PDF_4x6', async: false, metadata: 'order 7' } as const
    const bought = await vendor().transactions.create(request)
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

  test('gets a response before the label is created if it does not wait', async () => {
    const made = await vendor().transactions.create({ rate: await quoted(), labelFileType: 'PDF_4x6' })
    expect([made.status, made.labelUrl]).toEqual(['QUEUED', undefined])
    expect((await vendor().transactions.get(made.objectId!)).status).toBe('SUCCESS')
  })

  test('gets 201 with ERROR and a message if the carrier refuses', async () => {
    const made = await vendor().transactions.create({ rate: await quoted('1 LABELERROR St'), async: false })
    expect(made).toMatchObject({ status: 'ERROR', messages: [{ source: 'USPS' }] })
  })

  test.each(['UNKNOWN', 'PRE_TRANSIT', 'TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE'] as const)(
    'tracks the test parcel %s',
    async (status) => {
      const track = await vendor().trackingStatus.get(`SHIPPO_${status}`, 'shippo')
      expect(track.trackingStatus?.status).toBe(status)
    },
  )
})

describe('the shop’s client', () => {
  test('buys a label with its tracking number, tracking page and file, and finds it again', async () => {
    const request = await wanted('one')
    const label = await shipping().buyLabel(request)
    expect(label).toMatchObject({ state: 'bought', carrier: 'usps', problem: '' })
    expect(label.trackingUrl).toBe(
      `https://tools.usps.com/go/TrackConfirmAction?tLabels=${label.trackingNumber}`,
    )
    expect((await shipping().findLabel(request))?.id).toBe(label.id)
    expect((await shipping().getLabel(label.id))?.trackingNumber).toBe(label.trackingNumber)
    expect(await shipping().findLabel({ ...request, reference: 'other' })).toBeNull()
    expect(await shipping().getLabel('unknown')).toBeNull()
    expect((await vendor().transactions.get(label.id)).metadata).toBe('4GX-7QM one')
    const pdf = await PDFDocument.load(await shipping().fetchLabel(label.fileUrl))
    expect(pdf.getPage(0).getSize()).toEqual({ width: 288, height: 432 })
  })

  test('waits for a label that is still being created', async () => {
    expect((await shipping().buyLabel(await wanted('slow', '1 LABELQUEUED St'))).state).toBe('bought')
  })

  test('distinguishes a refusal of the carrier from an expired rate', async () => {
    await expect(shipping().buyLabel(await wanted('no', '1 LABELERROR St'))).rejects.toThrow(
      new LabelRefused(422, 'The carrier account is not registered for this service.'),
    )
    const old = await wanted('old')
    time += rateLifeMs
    await expect(shipping().buyLabel(old)).rejects.toThrow(RateExpired)
  })

  test('prefers the bought label among several attempts with one reference', async () => {
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

  test('reads the state of a parcel, and whether the carrier has scanned it', async () => {
    const { trackingNumber: number } = await shipping().buyLabel(await wanted('walk'))
    const at = () => shipping().trackParcel({ carrier: 'usps', number })
    expect(await at()).toMatchObject({ state: 'announced', isScanned: false })
    sandbox.move(number, 'TRANSIT')
    expect(await at()).toMatchObject({ state: 'transit', isScanned: true, at: new Date(time).toISOString() })
    sandbox.move(number, 'FAILURE')
    sandbox.move(number, 'DELIVERED')
    expect(await at()).toMatchObject({ state: 'delivered', isScanned: true })
    expect(await shipping().trackParcel({ carrier: 'usps', number: '1' })).toMatchObject({ state: 'unknown' })
    expect(await shipping().trackParcel({ carrier: 'unknown', number: '1' })).toBeNull()
  })

  test('gets the refund of a label once, and none of a used label', async () => {
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

  test('does not retry a purchase after a connection error', async () => {
    const { seen, shipping: asked } = await provider(json(500, {}))
    await expect(asked.buyLabel({ rateId: 'r', orderNumber: '4GX-7QM', reference: 'x' })).rejects.toThrow(
      ShippingUnavailable,
    )
    expect([seen.calls, JSON.parse(seen.body)]).toEqual([
      1,
      { rate: 'r', label_file_type: 'PDF_4x6', async: false, metadata: '4GX-7QM x' },
    ])
  })

  test.each([
    [{ object_id: 't', status: 'SUCCESS', tracking_number: '94' }],
    [{ object_id: 't', status: 'SUCCESS', label_url: 'https://x.example/' }],
    [{ object_id: 't', status: 'LOST' }],
    [{ status: 'SUCCESS', tracking_number: '94', label_url: 'https://x.example/' }],
    ['sold'],
  ])('refuses the label %j', async (body) => {
    const { shipping: asked } = await provider(json(201, body))
    const failure: unknown = await asked
      .buyLabel({ rateId: 'r', orderNumber: '4GX-7QM', reference: 'x' })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ShippingUnavailable)
    expect(failure).not.toBeInstanceOf(LabelRefused)
  })

  test.each(['http://169.254.169.254/latest', 'file:///etc/passwd', 'javascript:1', ''])(
    'does not fetch a label from %j',
    (url) => expect(shipping().fetchLabel(url)).rejects.toThrow('no valid address'),
  )

  test('refuses a label file that is not a PDF or no longer exists', async () => {
    const { shipping: asked } = await provider(json(200, 'x'))
    await expect(asked.fetchLabel('https://127.0.0.1:1/label.pdf')).rejects.toThrow(ShippingUnavailable)
    const label = await shipping().buyLabel(await wanted('file'))
    await expect(shipping().fetchLabel(`${label.fileUrl}x`)).rejects.toThrow('answered 403')
    time += 2 * refundDecisionMs
    await expect(shipping().fetchLabel(label.fileUrl)).rejects.toThrow('answered 403')
    expect((await shipping().getLabel(label.id))?.fileUrl).not.toBe(label.fileUrl)
  })
})

test('labels still exist after the sandbox was killed and restarted', async () => {
  const request = await wanted('before')
  const label = await shipping().buyLabel(request)
  sandbox.move(label.trackingNumber, 'TRANSIT')
  await sandbox.close()
  sandbox = await start()
  expect((await shipping().findLabel(request))?.id).toBe(label.id)
  expect(await shipping().trackParcel({ carrier: 'usps', number: label.trackingNumber })).toMatchObject({
    state: 'transit',
  })
})
