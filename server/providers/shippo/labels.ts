/** Shippo's labels, label refunds and tracking, converted to the shop's types. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ParcelState } from '#shared/kernel/order-states.ts'
import {
  type Label,
  type Labels,
  type ParcelUpdate,
  LabelRefused,
  RateExpired,
  ShippingUnavailable,
} from '../shipping.ts'
import { aboutShop } from '../service.ts'
import { type ShippoHttp, type ShippoHttpOptions, ShippoRefused, errorText } from './http.ts'
import {
  type Fields,
  fieldsOf,
  listOf,
  required,
  textOf,
  unclear,
  ONLY_SAMPLES,
  modeMismatch,
} from './parse.ts'

/** The time limit of a purchase is longer by this factor, because Shippo calls the carrier. */
const PURCHASE_TIME_FACTOR = 3
/** Milliseconds before each poll of a label that is still being created. An admin waits for the label. */
const PAUSES = [400, 800, 1500, 2500]
const MAX_LABEL_BYTES = 5_000_000
/** All parcels are sent with USPS (`groundService` in client.ts). */
const CARRIER = 'usps'

export function shippoLabels(
  http: ShippoHttp,
  { token, apiBase, timeoutMs = 5000, fetch: send = fetch }: ShippoHttpOptions,
): Labels {
  const read = (path: string) => http.call({ method: 'GET', path, repeatable: true })

  async function settled(label: Label): Promise<Label> {
    let latest = label
    for (const wait of PAUSES) {
      if (latest.state !== 'pending') break
      await pause(wait)
      latest = readBought(await read(`/transactions/${encodeURIComponent(label.id)}/`), token)
    }
    if (latest.state === 'pending') throw unclear('Shippo is still making the label')
    if (latest.problem === ONLY_SAMPLES) throw aboutShop(failed(latest.problem))
    if (latest.state === 'failed') throw failed(latest.problem)
    return latest
  }

  return {
    async buyLabel({ rateId, orderNumber, reference }) {
      const metadata = `${orderNumber} ${reference}`
      const body = { rate: rateId, label_file_type: 'PDF_4x6', async: false, metadata }
      // Shippo has no idempotency key, so the call is not retried.
      const call = {
        method: 'POST',
        path: '/transactions/',
        body,
        repeatable: false,
        timeoutMs: timeoutMs * PURCHASE_TIME_FACTOR,
      } as const
      return settled(readBought(await http.call(call).catch(refuse), token))
    },

    async findLabel({ rateId, reference }) {
      const page = await read(`/transactions/?rate=${encodeURIComponent(rateId)}&results=25`)
      const ours = listOf(fieldsOf(page, 'page').results, 'results')
        .filter((one) => isOf(reference, textOf(fieldsOf(one, 'transaction').metadata)))
        .map((one) => readBought(one, token))
      return ours.find(({ state }) => state !== 'failed') ?? ours[0] ?? null
    },

    getLabel: (id) => orNull(read(`/transactions/${encodeURIComponent(id)}/`).then(readLabel)),

    async voidLabel(id) {
      const call = {
        method: 'POST',
        path: '/refunds/',
        body: { transaction: id },
        repeatable: false,
      } as const
      const refund = fieldsOf(await http.call(call).catch(refuse), 'refund')
      if (refund.status === 'ERROR') throw failed('USPS did not take the label back')
      // The status is optional. Until it is known, the request is under way.
      const status = textOf(refund.status) || 'QUEUED'
      if (!['QUEUED', 'PENDING', 'SUCCESS'].includes(status)) throw unknownStatus(refund)
      return refund.status === 'SUCCESS' ? 'voided' : 'voiding'
    },

    fetchLabel: async (fileUrl) => fetchPdf(send, requireFileUrl(fileUrl, apiBase), timeoutMs),

    trackParcel: ({ carrier, number }) =>
      orNull(
        read(`/tracks/${encodeURIComponent(carrier)}/${encodeURIComponent(number)}/`).then(readTracking),
      ),
  }
}

/**
 * Whether a label's metadata has this reference: after the order's number, or alone, as earlier versions wrote it. Shippo may
 * leave the metadata out: the label of this rate then counts as found, so that it is not bought twice.
 */
function isOf(reference: string, metadata: string): boolean {
  return metadata === '' || metadata === reference || metadata.endsWith(` ${reference}`)
}

const LABEL_STATES: Record<string, Label['state']> = {
  WAITING: 'pending',
  QUEUED: 'pending',
  SUCCESS: 'bought',
  ERROR: 'failed',
  REFUNDPENDING: 'voiding',
  REFUNDED: 'voided',
  REFUNDREJECTED: 'refused',
}

function readLabel(body: unknown): Label {
  const fields = fieldsOf(body, 'transaction')
  const state = LABEL_STATES[textOf(fields.status)]
  if (!state) throw unknownStatus(fields)
  const isBought = state === 'bought'
  return {
    id: required(fields, 'object_id'),
    state,
    carrier: CARRIER,
    trackingNumber: isBought ? required(fields, 'tracking_number') : textOf(fields.tracking_number),
    trackingUrl: webAddress(textOf(fields.tracking_url_provider)),
    fileUrl: isBought ? required(fields, 'label_url') : textOf(fields.label_url),
    problem: problemOf(fields),
  }
}

/**
 * Reads a label after its purchase. If the token is live, a sample label counts as failed, so that no parcel is sent
 * with it. If the token is a test token, a real label is accepted, so that the admin sees it and can request a refund.
 */
function readBought(body: unknown, token: string): Label {
  const label = readLabel(body)
  const isSample = modeMismatch(fieldsOf(body, 'transaction'), token) === ONLY_SAMPLES
  return isSample && label.state === 'bought' ? { ...label, state: 'failed', problem: ONLY_SAMPLES } : label
}

function problemOf({ messages }: Fields): string {
  const texts = (Array.isArray(messages) ? messages : []).map((message: unknown) =>
    typeof message === 'object' && message !== null && 'text' in message ? textOf(message.text) : '',
  )
  return texts.filter(Boolean).join(' ').slice(0, 300)
}

/**
 * Returns an https URL; for all other texts, an empty text. The URL becomes a link on the buyer's order, so script URLs
 * must not be accepted.
 */
function webAddress(text: string): string {
  return /^https:\/\//i.test(text) && URL.canParse(text) ? text.slice(0, 500) : ''
}

const PARCEL_STATES: Record<string, ParcelState> = {
  UNKNOWN: 'unknown',
  PRE_TRANSIT: 'announced',
  TRANSIT: 'transit',
  DELIVERED: 'delivered',
  RETURNED: 'returned',
  FAILURE: 'failure',
}
const SCANNED = new Set(['TRANSIT', 'DELIVERED', 'RETURNED', 'FAILURE'])

/**
 * Parses the tracking of a parcel. The state comes from the latest status. The history is not sorted by time, so it is
 * only used to find out whether the parcel was scanned.
 */
function readTracking(body: unknown): ParcelUpdate {
  const track = fieldsOf(body, 'track')
  const latest = track.tracking_status
  if (latest === null || latest === undefined) {
    return { state: 'unknown', isScanned: false, words: '', at: null }
  }
  const status = fieldsOf(latest, 'tracking_status')
  const state = PARCEL_STATES[textOf(status.status)]
  if (!state) throw unknownStatus(status)
  const history = Array.isArray(track.tracking_history) ? track.tracking_history : []
  const isScanned = [latest, ...history].some((each: unknown) => {
    const reported = typeof each === 'object' && each !== null && 'status' in each ? textOf(each.status) : ''
    return SCANNED.has(reported)
  })
  const at = Date.parse(textOf(status.status_date))
  return {
    state,
    isScanned,
    words: textOf(status.status_details).slice(0, 300),
    at: Number.isNaN(at) ? null : new Date(at).toISOString(),
  }
}

/**
 * Throws the error for a 4xx response, after which nothing was bought: RateExpired if the rate has expired, otherwise
 * LabelRefused.
 */
function refuse(error: unknown): never {
  if (!(error instanceof ShippoRefused)) throw error
  const { status, body } = error
  const isRate = typeof body === 'object' && body !== null && 'rate' in body
  if (status === 404 || (status === 400 && isRate)) throw new RateExpired(status, errorText(body))
  throw new LabelRefused(status, errorText(body))
}

function failed(problem: string): LabelRefused {
  return new LabelRefused(422, problem || 'USPS gave no reason')
}

function unknownStatus({ status }: Fields): ShippingUnavailable {
  return unclear(`Shippo answered the status ${textOf(status) || 'nothing'}`)
}

/** Returns null if Shippo does not have the object or does not track the parcel (404 or 400). */
async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ShippoRefused && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/**
 * Throws ShippingUnavailable unless the URL is an https URL or a URL of the sandbox. This matters because the server
 * fetches the URL.
 */
function requireFileUrl(text: string, apiBase: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && (url.protocol === 'https:' || url.origin === new URL(apiBase).origin)) return url.href
  throw unclear('Shippo sent no valid address of the label')
}

/** Fetches the PDF without a token: the file is on another host, and its URL contains the authorization. */
async function fetchPdf(send: typeof fetch, url: string, timeoutMs: number): Promise<Buffer> {
  try {
    const answer = await send(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs * 2) })
    if (!answer.ok) throw new ShippingUnavailable(`The label's file answered ${answer.status}`)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body ?? []) {
      size += chunk.length
      if (size > MAX_LABEL_BYTES) throw new ShippingUnavailable('The file of the label is too large')
      chunks.push(chunk)
    }
    const file = Buffer.concat(chunks)
    if (!file.subarray(0, 1024).includes('%PDF-')) throw new ShippingUnavailable('The label is not a PDF')
    return file
  } catch (error) {
    if (error instanceof ShippingUnavailable) throw error
    throw new ShippingUnavailable('The label could not be fetched', { cause: error })
  }
}
