/** The list of what buyers complain about, in summaries, as PayPal gives it. */
import type { Asked, Reply } from '../server.ts'
import { disputeAnswer, unitOf } from './captures.ts'
import { errorBody } from './issues.ts'
import type { Desk } from './orders.ts'
import { buyer } from './representation.ts'
import type { StoredDispute } from './store.ts'

const LONGEST_AGO = 180 * 86_400_000
const NAME = `${buyer.name.given_name} ${buyer.name.surname}`
const PATH = '/v1/customer/disputes'

const SHORTEST_SEARCH = 2
const LONGEST_SEARCH = 255

/**
 * `GET /v1/customer/disputes`: those between `create_time_after` and `create_time_before` that `search_text` is part
 * of, the latest first. All three are required.
 */
export function listDisputes(desk: Desk, { query }: Pick<Asked, 'query'>): Reply {
  const since = Date.parse(query.get('create_time_after') ?? '')
  const until = Date.parse(query.get('create_time_before') ?? '')
  const search = (query.get('search_text') ?? '').toLowerCase()
  const size = Number(query.get('page_size') ?? 10)
  const start = Number(Buffer.from(query.get('next_page_token') ?? '', 'base64').toString() || 0)
  const isSizeRight = Number.isInteger(size) && size >= 1 && size <= 50
  const isSpanRight = since >= desk.now() - LONGEST_AGO && !Number.isNaN(until)
  const isSearchRight = search.length >= SHORTEST_SEARCH && search.length <= LONGEST_SEARCH
  if (!isSpanRight || !isSearchRight || !isSizeRight || !Number.isInteger(start)) {
    return { status: 400, body: errorBody(400, desk.debugId()) }
  }
  const all = [...desk.store.all()]
    .flatMap((order) => {
      const { dispute } = order
      const unit = dispute && unitOf(order, dispute.captureId)
      if (!dispute || !unit || dispute.at < since || dispute.at > until) return []
      const named = [dispute.id, dispute.captureId, unit.invoice_id ?? '', buyer.email, NAME]
      return named.some((text) => text.toLowerCase().includes(search)) ? [{ dispute, unit }] : []
    })
    .toSorted((a, b) => b.dispute.at - a.dispute.at)
  const shown = all.slice(start, start + size)
  return {
    status: 200,
    body: {
      // Left out, and not empty, where there is none.
      ...(shown.length > 0
        ? {
            items: shown.map(({ dispute, unit }) =>
              summary(disputeAnswer(dispute, unit, desk.places), dispute),
            ),
          }
        : {}),
      links: linksOf(desk, query, start + size < all.length ? start + size : null),
    },
  }
}

/** Whose payment it is about is told of each alone. */
function summary(answer: ReturnType<typeof disputeAnswer>, { status }: StoredDispute) {
  const { disputed_transactions: _, dispute_outcome: __, ...told } = { dispute_outcome: null, ...answer }
  return { ...told, dispute_state: STATES[status] }
}

const STATES: Record<StoredDispute['status'], string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
}

function linksOf({ places }: Desk, query: URLSearchParams, next: number | null) {
  const self = { href: `${places.api}${PATH}?${query.toString()}`, rel: 'self', method: 'GET' }
  if (next === null) return [self]
  const more = new URLSearchParams(query)
  more.set('next_page_token', Buffer.from(String(next)).toString('base64'))
  return [self, { href: `${places.api}${PATH}?${more.toString()}`, rel: 'next', method: 'GET' }]
}
