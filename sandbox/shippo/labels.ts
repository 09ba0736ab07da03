/** The sandbox's labels: how they are bought, produced and refunded. Their tracking is in tracks.ts. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ShippoObjects, WireAddress } from './objects.ts'
import { openJournal, readJournal } from '../journal.ts'
import { labelPdf } from './pdf.ts'
import { metadataOf, objectOf, Rejected } from './requests.ts'

/** One line of the journal. */
export type Sold = {
  id: string
  at: string
  changedAt: string
  rate: string
  service: string
  metadata: string
  number: string
  /** How many times the label can still be read with the status QUEUED. */
  making: number
  problem: string
  from: string[]
  to: string[]
  toPlace: Place
  fromPlace: Place
  refund: { id: string; at: string; isUsed: boolean } | null
  events: TrackEvent[]
}

export type Place = { city: string; state: string; zip: string; country: string }
export type TrackStatus = 'UNKNOWN' | 'PRE_TRANSIT' | 'TRANSIT' | 'DELIVERED' | 'RETURNED' | 'FAILURE'
export type TrackEvent = { id: string; status: TrackStatus; at: string }

type Options = {
  objects: ShippoObjects
  now: () => number
  newId: () => string
  /** Signs the URLs of label files. */
  secret: string
  apiBase: () => string
  stateFile: string | null
}

/** The carrier decides about the refund of a label after this time: one day. */
export const refundDecisionMs = 24 * 3600 * 1000
const fileLifeMs = 24 * 3600 * 1000
const fileTypes = ['PNG', 'PDF', 'PDF_4x6', 'PDF_4x8', 'PDF_A4', 'PDF_A5', 'PDF_A6', 'ZPLII']

function isFileType(value: unknown): boolean {
  return value === undefined || fileTypes.some((each) => each === value)
}

export class ShippoLabels {
  readonly #options: Options
  readonly #journal: ReturnType<typeof openJournal<Sold>>
  readonly #sold: Map<string, Sold>

  constructor(options: Options) {
    this.#options = options
    this.#sold = new Map(Array.from(readJournal<Sold>(options.stateFile), (each) => [each.id, each]))
    this.#journal = openJournal(options.stateFile, this.#sold.values())
  }

  /** `POST /transactions`. Responds with 201 even if the carrier refuses the label, as Shippo does. */
  buy(body: unknown) {
    const { objects, newId } = this.#options
    const fields = objectOf(body)
    if (typeof fields.rate !== 'string') throw new Rejected(400, { rate: ['This field is required.'] })
    if (!isFileType(fields.label_file_type)) {
      throw new Rejected(400, { label_file_type: ['Not a valid choice.'] })
    }
    const rate = objects.rates.get(fields.rate)
    if (!rate || !objects.isFresh(rate)) {
      throw new Rejected(400, { rate: [`Rate with supplied object_id ${fields.rate} not found.`] })
    }
    const shipment = objects.shipments.get(rate.shipment)!
    const made = newSold(newId(), this.#stamp(), shipment.address_from, shipment.address_to)
    const bought = this.#change(made, {
      rate: fields.rate,
      service: `${rate.provider} ${rate.servicelevel.name}`,
      metadata: metadataOf(fields.metadata),
    })
    const answer = this.#transaction(bought)
    // Without async:false, the real service responds before the label is ready.
    return fields.async === false
      ? answer
      : { ...answer, status: 'QUEUED', label_url: null, tracking_number: null }
  }

  get(id: string) {
    const each = this.#sold.get(id)
    if (!each) return null
    const answer = this.#transaction(each)
    if (each.making > 0) this.#change(each, { making: each.making - 1 })
    return answer
  }

  /** All labels, or the labels of one rate, newest first. */
  list(rate: string | null) {
    const all = [...this.#sold.values()].filter((each) => rate === null || each.rate === rate)
    return all.toReversed().map((each) => this.#transaction(each))
  }

  /** `POST /refunds`. Voids the label at once. The carrier decides about the refund one day later. */
  refund(body: unknown) {
    const { now, newId } = this.#options
    const { transaction: id } = objectOf(body)
    const each = typeof id === 'string' ? this.#sold.get(id) : undefined
    if (!each) throw new Rejected(400, { transaction: ['Transaction with supplied object_id not found.'] })
    if (statusOf(each, now()) !== 'SUCCESS') {
      throw new Rejected(400, { non_field_errors: ['This transaction cannot be refunded.'] })
    }
    const isUsed = each.events.some(({ status }) => status !== 'PRE_TRANSIT')
    return wireRefund(this.#change(each, { refund: { id: newId(), at: this.#stamp(), isUsed } }), now())
  }

  refunds() {
    const now = this.#options.now()
    return [...this.#sold.values()].filter(({ refund }) => refund).map((each) => wireRefund(each, now))
  }

  byNumber(number: string): Sold | null {
    return [...this.#sold.values()].find((each) => each.number === number) ?? null
  }

  addEvent(each: Sold, status: TrackStatus): Sold {
    const event = { id: this.#options.newId(), status, at: this.#stamp() }
    return this.#change(each, { events: [...each.events, event] })
  }

  /** The label file of a signed URL. Null if the signature is wrong or has expired. */
  file(id: string, expires: string, signature: string): Buffer | null {
    const each = this.#sold.get(id)
    const good = Buffer.from(sign(this.#options.secret, id, expires))
    const given = Buffer.from(signature)
    if (!each || good.length !== given.length || !timingSafeEqual(good, given)) return null
    if (!(Number(expires) > this.#options.now())) return null
    const { from, to, service, number, metadata } = each
    return labelPdf({ from, to, service, number, order: metadata })
  }

  close(): void {
    this.#journal.close()
  }

  #stamp(): string {
    return new Date(this.#options.now()).toISOString()
  }

  #change(each: Sold, fields: Partial<Sold>): Sold {
    const changed = { ...each, ...fields, changedAt: this.#stamp() }
    this.#journal.write(changed)
    this.#sold.set(each.id, changed)
    return changed
  }

  #transaction(each: Sold) {
    const { now, secret, apiBase } = this.#options
    const expires = String(now() + fileLifeMs)
    const signature = sign(secret, each.id, expires)
    const fileUrl = `${apiBase()}/labels/${each.id}.pdf?expires=${expires}&signature=${signature}`
    return wireTransaction(each, statusOf(each, now()), fileUrl)
  }
}

function wireTransaction(each: Sold, status: string, fileUrl: string) {
  const isMade = status !== 'QUEUED' && status !== 'ERROR'
  const page = `https://tools.usps.com/go/TrackConfirmAction?tLabels=${each.number}`
  return {
    object_state: 'VALID',
    status,
    object_created: each.at,
    object_updated: each.changedAt,
    object_id: each.id,
    object_owner: 'sandbox@frame',
    test: true,
    rate: each.rate,
    tracking_number: isMade ? each.number : null,
    tracking_status: isMade ? each.events.at(-1)!.status : null,
    eta: null,
    tracking_url_provider: isMade ? page : null,
    label_url: isMade ? fileUrl : null,
    commercial_invoice_url: null,
    qr_code_url: null,
    messages: each.problem ? [{ source: 'USPS', code: '', text: each.problem }] : [],
    order: null,
    metadata: each.metadata,
    parcel: each.id,
    created_by: null,
  }
}

/**
 * Two words in the receiver's street are special. LABELERROR: the carrier refuses the label. LABELQUEUED: it is ready
 * after two reads.
 */
function newSold(id: string, at: string, from: WireAddress, to: WireAddress): Sold {
  const isRefused = /\bLABELERROR\b/i.test(to.street1)
  return {
    id,
    at,
    changedAt: at,
    rate: '',
    service: '',
    metadata: '',
    number: trackingNumber(id),
    making: /\bLABELQUEUED\b/i.test(to.street1) ? 2 : 0,
    problem: isRefused ? 'The carrier account is not registered for this service.' : '',
    from: lines(from),
    to: lines(to),
    fromPlace: placeOf(from),
    toPlace: placeOf(to),
    refund: null,
    events: [{ id: `${id}e`, status: 'PRE_TRANSIT', at }],
  }
}

function statusOf({ problem, making, refund }: Sold, now: number): string {
  if (problem) return 'ERROR'
  if (making > 0) return 'QUEUED'
  if (!refund) return 'SUCCESS'
  if (now - Date.parse(refund.at) < refundDecisionMs) return 'REFUNDPENDING'
  return refund.isUsed ? 'REFUNDREJECTED' : 'REFUNDED'
}

function wireRefund(each: Sold, now: number) {
  const { id, at, isUsed } = each.refund!
  const isDecided = now - Date.parse(at) >= refundDecisionMs
  return {
    object_id: id,
    object_created: at,
    object_updated: at,
    object_owner: 'sandbox@frame',
    test: true,
    transaction: each.id,
    status: isDecided ? (isUsed ? 'ERROR' : 'SUCCESS') : 'QUEUED',
  }
}

function sign(secret: string, id: string, expires: string): string {
  return createHmac('sha256', secret).update(`${id} ${expires}`).digest('base64url')
}

/** A tracking number with 22 digits, like those of USPS. */
function trackingNumber(id: string): string {
  const hash = createHash('sha256').update(id).digest()
  return `9400${Array.from(hash.subarray(0, 18), (byte) => byte % 10).join('')}`
}

function lines({ name, street1, street2, city, state, zip }: WireAddress): string[] {
  return [name, street1, street2, `${city}, ${state} ${zip}`].filter(Boolean)
}

function placeOf({ city, state, zip, country }: WireAddress): Place {
  return { city, state, zip, country }
}
