/** Transaction Search: captures and refunds in the format of PayPal's list. */
import type { SandboxRequest, Reply } from '../server.ts'
import { toDecimal } from '#shared/kernel/pricing.ts'
import { customIdOf, capturedMoney } from './answers.ts'
import { failure, type Context } from './orders.ts'
import { time } from './shapes.ts'
import { instrumentOf } from './sources.ts'
import { requestOf, type StoredRefund } from './store.ts'

const MAX_SPAN_MS = 31 * 86_400_000

/** `GET /v1/reporting/transactions`. */
export function listTransactions(context: Context, { query }: Pick<SandboxRequest, 'query'>): Reply {
  const [start, end] = ['start_date', 'end_date'].map((name) => parseTime(query.get(name)))
  const [size, page] = [numberOf(query.get('page_size'), 100, 500), numberOf(query.get('page'), 1, 10_000)]
  if (
    start == null ||
    end == null ||
    size === null ||
    page === null ||
    end < start ||
    end - start > MAX_SPAN_MS
  ) {
    return failure(context, 400)
  }
  const all = recordsOf(context).filter(({ at }) => at >= start && at <= end)
  const pages = Math.ceil(all.length / size)
  const shown = all.slice((page - 1) * size, page * size)
  return {
    status: 200,
    body: {
      // PayPal omits the field if there are no transactions.
      ...(shown.length > 0
        ? {
            transaction_details: shown.map(({ info }) => ({
              transaction_info: withoutOmitted(context, info),
            })),
          }
        : {}),
      account_number: context.site.seller.merchantId,
      start_date: time(start),
      end_date: time(end),
      last_refreshed_datetime: time(context.now()),
      page,
      total_items: all.length,
      total_pages: pages,
      links: [
        {
          href: `${context.site.apiBase}/v1/reporting/transactions?${query.toString()}`,
          rel: 'self',
          method: 'GET',
        },
      ],
    },
  }
}

function recordsOf(context: Context) {
  return [...context.store.all()]
    .flatMap((order) => {
      const { capture } = order
      if (!capture) return []
      const captures = requestOf(order).purchase_units.map((unit, index) => ({
        at: capture.at,
        info: {
          paypal_account_id: 'FRAMEBUYER234',
          transaction_id: capture.ids[index] ?? '',
          transaction_event_code: 'T0006',
          transaction_initiation_date: time(capture.at),
          transaction_updated_date: time(order.updatedAt),
          transaction_amount: capturedMoney(order, unit),
          transaction_status: { COMPLETED: 'S', PENDING: 'P', DECLINED: 'D' }[capture.state],
          ...(unit.invoice_id === undefined ? {} : { invoice_id: unit.invoice_id }),
          ...customField(customIdOf(order, unit).custom_id),
          ...instrumentOf(order),
        },
      }))
      const currency = capture.currency ?? 'USD'
      return [
        ...captures,
        ...(order.refunds ?? []).flatMap((refund) => refundOf(refund, currency, instrumentOf(order))),
      ]
    })
    .toSorted((a, b) => a.at - b.at)
}

/** A refund as a transaction: a negative amount, and the id of the capture. Empty for a canceled refund. */
function refundOf(
  { id, captureId, at, cents, state, customId }: StoredRefund,
  currency: string,
  instrument: ReturnType<typeof instrumentOf>,
) {
  if (state === 'CANCELLED') return []
  const info = {
    paypal_account_id: 'FRAMEBUYER123',
    transaction_id: id,
    paypal_reference_id: captureId,
    paypal_reference_id_type: 'TXN',
    transaction_event_code: 'T1107',
    transaction_initiation_date: time(at),
    transaction_updated_date: time(at),
    transaction_amount: { currency_code: currency, value: `-${toDecimal(cents)}` },
    transaction_status: { COMPLETED: 'S', PENDING: 'P', FAILED: 'D' }[state],
    ...customField(customId),
    ...instrument,
  }
  return [{ at, info }]
}

function customField(id: string | undefined) {
  return id === undefined ? {} : { custom_field: id }
}

/**
 * Leaves out the fields that a test has chosen. In PayPal's published API, every field of a transaction is optional.
 */
function withoutOmitted({ omittedFields }: Context, info: { transaction_id: string }) {
  const omitted = new Set(omittedFields.get(info.transaction_id))
  return Object.fromEntries(Object.entries(info).filter(([field]) => !omitted.has(field)))
}

function parseTime(text: string | null): number | null {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(text ?? '')
  return isMoment ? Date.parse(text!) : null
}

function numberOf(text: string | null, without: number, most: number): number | null {
  if (text === null) return without
  return /^[1-9]\d*$/.test(text) && Number(text) <= most ? Number(text) : null
}
