import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { OrderRequest } from './shapes.ts'

/** What the buyer chose in the approval window; it decides what a capture will come to. */
export type Choice = 'approve' | 'decline' | 'pending'

export type CaptureState = 'COMPLETED' | 'PENDING' | 'DECLINED'

/** How a capture differs from what was asked for: dollars, ISO currency code, merchant id, and our `custom_id`. */
export type CaptureTwist = { value?: string; currency?: string; payee?: string; reference?: string }

export type StoredRefund = {
  id: string
  captureId: string
  requestId: string | null
  cents: number
  state: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  at: number
  customId?: string
  invoiceId?: string
  note?: string
}

export type StoredDispute = {
  id: string
  captureId: string
  reason: string
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
  outcome: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | null
  at: number
}

export type StoredOrder = {
  id: string
  /** Milliseconds since 1970, as are the other times here. */
  createdAt: number
  updatedAt: number
  /** The create request as JSON: one string weighs far less than the objects, and most are never read again. */
  request: string
  requestId: string | null
  choice: Choice | null
  /** The last try to take the money failed, and the buyer has not chosen again. */
  isDeclined: boolean
  /** `ids`: one capture per purchase unit. The twist: what differs from what was asked for. */
  capture: ({ at: number; ids: string[]; state: CaptureState } & CaptureTwist) | null
  /** The capture requests that were decided, so that a repeated one hears the same again. */
  answers: [requestId: string, outcome: 'captured' | 'declined'][]
  /** The last three are missing in journals of older versions. */
  refunds?: StoredRefund[]
  dispute?: StoredDispute
  trackers?: { captureId: string; number: string; carrier: string }[]
}

/** What the create request asked for. */
export function requestOf(order: StoredOrder): OrderRequest {
  const request: OrderRequest = JSON.parse(order.request)
  return request
}

export type Store = ReturnType<typeof openStore>

/** An order lives so long without its money being taken: 3 h to come, 3 h to approve (orders v2). */
const lifetimeMs = 6 * 3_600_000

/**
 * The stand-in's orders: in memory, and with a `file` also in a journal of JSON lines, each the fields of
 * one order that changed. A line is written before the answer goes out, so that a killed shop finds at its
 * next start what "PayPal" already took; there is no fsync, since only a power cut could lose it.
 */
export function openStore(file: string | null, now: () => number) {
  const orders = new Map<string, StoredOrder>()
  const byRequestId = new Map<string, string>()
  const paidInvoices = new Map<string, string>()
  /** Orders by the ids of their captures, refunds and disputes. */
  const byPart = new Map<string, string>()
  let added = 0

  const isAlive = (order: StoredOrder) => order.capture !== null || now() - order.createdAt < lifetimeMs
  const keep = (order: StoredOrder) => {
    orders.set(order.id, order)
    if (order.requestId !== null) byRequestId.set(order.requestId, order.id)
  }
  const note = (order: StoredOrder) => {
    notePaid(paidInvoices, order)
    noteParts(byPart, order)
  }
  const forgetDead = () => {
    for (const order of orders.values()) {
      if (order.requestId !== null && now() - order.createdAt >= lifetimeMs)
        byRequestId.delete(order.requestId)
      if (!isAlive(order)) orders.delete(order.id)
    }
  }
  if (file !== null) {
    for (const order of readJournal(file)) keep(order)
    forgetDead()
    for (const order of orders.values()) note(order)
  }
  const journal = file === null ? null : openJournal(file, [...orders.values()])

  return {
    /** Null for an unknown order, and for one whose time has run out. */
    find(id: string): StoredOrder | null {
      const order = orders.get(id)
      return order && isAlive(order) ? order : null
    },
    findByRequestId(requestId: string): StoredOrder | null {
      const order = this.find(byRequestId.get(requestId) ?? '')
      return order && now() - order.createdAt < lifetimeMs ? order : null
    },
    /** Every order, as they were opened; those included whose time has run out. */
    all: (): Iterable<StoredOrder> => orders.values(),
    /** The order that a capture, a refund or a dispute belongs to. */
    findByPart: (id: string): StoredOrder | null => orders.get(byPart.get(id) ?? '') ?? null,
    /** Whether another order's money was taken under this invoice id. */
    isInvoicePaid(invoiceId: string, byOtherThan: string): boolean {
      return (paidInvoices.get(invoiceId) ?? byOtherThan) !== byOtherThan
    },
    add(order: StoredOrder): void {
      journal?.write(order)
      keep(order)
      added += 1
      if (added % 4096 === 0) forgetDead()
    },
    change(order: StoredOrder, fields: Partial<Omit<StoredOrder, 'id'>>): void {
      const changes = { ...fields, updatedAt: now() }
      journal?.write({ id: order.id, ...changes })
      Object.assign(order, changes)
      note(order)
    },
    close(): void {
      journal?.close()
    },
  }
}

function notePaid(paidInvoices: Map<string, string>, order: StoredOrder): void {
  if (!order.capture) return
  for (const { invoice_id: id } of requestOf(order).purchase_units) {
    if (id !== undefined) paidInvoices.set(id, order.id)
  }
}

function noteParts(byPart: Map<string, string>, order: StoredOrder): void {
  for (const id of order.capture?.ids ?? []) byPart.set(id, order.id)
  for (const { id } of order.refunds ?? []) byPart.set(id, order.id)
  if (order.dispute) byPart.set(order.dispute.id, order.id)
}

function readJournal(file: string): Iterable<StoredOrder> {
  const found = new Map<string, StoredOrder>()
  if (!existsSync(file)) return []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const fields = parseLine(line)
    if (fields) found.set(fields.id, { ...found.get(fields.id), ...fields })
  }
  return found.values()
}

/** The last line may have been cut off by a kill; it was never answered, so nobody misses it. */
function parseLine(line: string): StoredOrder | null {
  try {
    const fields: StoredOrder = JSON.parse(line)
    return fields
  } catch {
    return null
  }
}

function openJournal(file: string, orders: StoredOrder[]) {
  const fresh = `${file}.new`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(fresh, orders.map((order) => `${JSON.stringify(order)}\n`).join(''), { mode: 0o600 })
  renameSync(fresh, file)
  const handle = openSync(file, 'a', 0o600)
  return {
    write: (fields: Partial<StoredOrder>) => void writeSync(handle, `${JSON.stringify(fields)}\n`),
    close: () => closeSync(handle),
  }
}
