/**
 * Tracking of parcels. The carrier `usps` has the labels of the sandbox. The carrier `shippo` has Shippo's test numbers
 * (SHIPPO_TRANSIT and so on), whose status never changes.
 */
import type { Place, ShippoLabels, Sold, TrackEvent, TrackStatus } from './labels.ts'
import { Rejected } from './requests.ts'
import type { Post } from '../deliver.ts'
import { message, type WebRoute } from '../web.ts'
import type { ShippoSandbox } from './shippo.ts'

const TRACK_STATUSES = [
  'UNKNOWN',
  'PRE_TRANSIT',
  'TRANSIT',
  'DELIVERED',
  'RETURNED',
  'FAILURE',
] as const satisfies TrackStatus[]

const DETAILS: Record<TrackStatus, string> = {
  UNKNOWN: 'The carrier has no news of this parcel.',
  PRE_TRANSIT: 'Shipping label created, USPS awaiting item.',
  TRANSIT: 'Your item departed a shipping partner facility and is on its way.',
  DELIVERED: 'Your item was delivered in or at the mailbox.',
  RETURNED: 'Your item is being returned to the sender.',
  FAILURE: 'Your item could not be delivered.',
}

/** `GET /tracks/{carrier}/{number}`. An unknown number has no status, as at Shippo. */
export function trackOf(labels: ShippoLabels, carrier: string, number: string) {
  if (carrier === 'shippo') return fixture(number)
  if (carrier !== 'usps') throw new Rejected(400, { detail: `${carrier} is not a carrier of this account.` })
  const sold = labels.byNumber(number)
  return sold ? trackOfSold(sold) : wireTrack(carrier, number, [], null)
}

export function trackOfSold(sold: Sold) {
  return wireTrack('usps', sold.number, sold.events, sold)
}

function fixture(number: string) {
  const status = TRACK_STATUSES.find((each) => number === `SHIPPO_${each}`)
  if (!status) throw new Rejected(400, { detail: `${number} is not a valid test tracking number.` })
  return wireTrack('shippo', number, [{ id: number.toLowerCase(), status, at: '2026-01-02T12:00:00Z' }], null)
}

function wireTrack(carrier: string, number: string, events: TrackEvent[], sold: Sold | null) {
  const history = events.map((event) => wireStatus(event, sold?.fromPlace ?? null))
  return {
    messages: [],
    carrier,
    tracking_number: number,
    address_from: sold?.fromPlace ?? null,
    address_to: sold?.toPlace ?? null,
    eta: null,
    original_eta: null,
    servicelevel: null,
    metadata: sold?.metadata ?? '',
    tracking_status: history.at(-1) ?? null,
    tracking_history: history,
    transaction: sold?.id ?? null,
    test: true,
  }
}

function wireStatus({ id, status, at }: TrackEvent, location: Place | null) {
  return {
    object_id: id,
    object_created: at,
    object_updated: at,
    status,
    status_details: DETAILS[status],
    status_date: at,
    substatus: null,
    location,
  }
}

/**
 * `POST /sandbox/shippo/parcels/:number/:status`: sets the status of a parcel and sends Shippo's webhook to the shop.
 * @param notify posts a webhook to the shop; null if none is sent
 */
export function parcelRoutes(
  sandbox: ShippoSandbox,
  notify: ((body: Buffer) => ReturnType<Post>) | null,
): WebRoute[] {
  return [
    {
      method: 'POST',
      path: '/sandbox/shippo/parcels/:number/:status',
      answer: async ({ number = '', status: requested }) => {
        const status = TRACK_STATUSES.find((each) => each === requested)
        const payload = status && sandbox.move(number, status)
        if (!payload) return message(404, 'There is no such parcel')
        await notify?.(Buffer.from(JSON.stringify(payload)))
        return { status: 200, body: { status } }
      },
    },
  ]
}
