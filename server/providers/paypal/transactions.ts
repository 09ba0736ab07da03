/** Reads PayPal's list of transactions (Transaction Search API v1). */
import * as z from 'zod/mini'
import { fromDecimal } from '#shared/kernel/pricing.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import type { Movement } from '../payments.ts'
import { type Call, unclear, type Execute } from './calls.ts'

/** The longest period of one request. */
const MAX_SPAN = 31 * DAY
const PAGE_SIZE = 500
/** Maximum number of pages, against endless paging: 20,000 transactions per period. */
const MAX_PAGES = 40

const Listed = z.object({
  transaction_details: z.nullish(z.array(z.unknown())),
  total_pages: z.nullish(z.int()),
})

/** Every field is optional in the published contract. */
const Detail = z.object({
  transaction_info: z._default(
    z.object({
      transaction_id: z.nullish(z.string()),
      transaction_event_code: z.nullish(z.string()),
      transaction_initiation_date: z.nullish(z.string()),
      transaction_amount: z.nullish(z.object({ currency_code: z.string(), value: z.string() })),
      transaction_status: z.nullish(z.string()),
      paypal_reference_id: z.nullish(z.string()),
      custom_field: z.nullish(z.string()),
    }),
    {},
  ),
})

/**
 * All payments and refunds between two times, oldest first, including incomplete entries. Null if the credentials may
 * not read the list; the account's owner can allow that at PayPal. A payment may appear in the list up to three hours
 * late. Throws PaymentUnavailable.
 */
export async function listMovements(
  execute: Execute,
  from: string,
  to: string,
  timeoutMs: number,
): Promise<Movement[] | null> {
  const found: Movement[] = []
  for (let start = Date.parse(from); start < Date.parse(to); start += MAX_SPAN) {
    const end = Math.min(start + MAX_SPAN - 1000, Date.parse(to) + 1000)
    for (let page = 1, pages = 1; page <= pages; page++) {
      const call: Call = { method: 'GET', path: pathOf(start, end, page), timeoutMs }
      const answer = await execute(call)
      if (answer.status === 403) return null
      const listed = answer.status === 200 ? Listed.safeParse(answer.body) : null
      if (!listed?.success) throw unclear(call, `PayPal answered ${answer.status} with no list`, answer)
      const details = listed.data.transaction_details ?? []
      for (const detail of details) {
        const movement = movementOf(detail, start)
        if (movement) found.push(movement)
      }
      pages = listed.data.total_pages ?? (details.length < PAGE_SIZE ? page : page + 1)
      if (pages > MAX_PAGES) throw unclear(call, 'PayPal’s list is too long to be read', answer)
    }
  }
  return found
}

/** The path of a page of the list. Times are in whole seconds, as in PayPal's documentation. */
function pathOf(start: number, end: number, page: number): string {
  const query = new URLSearchParams({
    start_date: new Date(start).toISOString().replace(/\.\d+Z$/, 'Z'),
    end_date: new Date(end).toISOString().replace(/\.\d+Z$/, 'Z'),
    fields: 'transaction_info',
    page_size: String(PAGE_SIZE),
    page: String(page),
  })
  return `/v1/reporting/transactions?${query.toString()}`
}

/**
 * Event codes: T00.. are payments, T11.. refunds and reversals. Other codes (withdrawals, fees, currency) are skipped.
 * An entry without a required field has the status `unclear`. An entry without a code counts as a payment, and its
 * order is read separately.
 * @param start of the requested period, in milliseconds since 1970; used for entries without a date
 */
function movementOf(detail: unknown, start: number): Movement | null {
  const parsed = Detail.safeParse(detail)
  if (!parsed.success) return null
  const info = parsed.data.transaction_info
  const code = info.transaction_event_code
  const kind = code ? KINDS[code.slice(0, 3)] : 'payment'
  if (!kind) return null
  const { value = '', currency_code: currency = '' } = info.transaction_amount ?? {}
  const cents = fromDecimal(value.replace(/^-/, ''))
  const at = Date.parse(info.transaction_initiation_date ?? '')
  const status = info.transaction_status ? (STATUSES[info.transaction_status] ?? 'pending') : 'unclear'
  return {
    id: info.transaction_id ?? '',
    kind,
    orderId: info.custom_field || null,
    cents: value.startsWith('-') ? -(cents ?? 0) : (cents ?? 0),
    currency,
    status: info.transaction_id && code && cents !== null ? status : 'unclear',
    at: new Date(Number.isNaN(at) ? start : at).toISOString(),
    of: info.paypal_reference_id || null,
  }
}

const KINDS: Record<string, Movement['kind']> = { T00: 'payment', T11: 'refund' }

const STATUSES: Record<string, Movement['status']> = { S: 'done', P: 'pending', D: 'denied', V: 'reversed' }
