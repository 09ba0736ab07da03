/** The list of disputes as summaries, in PayPal's format. */
import type { SandboxRequest, Reply } from '../server.ts'
import { disputeAnswer, unitOf } from './captures.ts'
import { errorBody } from './issues.ts'
import type { Context } from './orders.ts'
import { buyer } from './buyer.ts'
import type { StoredDispute } from './store.ts'

const MAX_AGE_MS = 180 * 86_400_000
const NAME = `${buyer.name.given_name} ${buyer.name.surname}`
const PATH = '/v1/customer/disputes'

const MIN_SEARCH_LENGTH = 2
const MAX_SEARCH_LENGTH = 255

/**
 * `GET /v1/customer/disputes`: the disputes between `create_time_after` and `create_time_before` that contain
 * `search_text`, latest first. All three parameters are required.
 */
export function listDisputes(context: Context, { query }: Pick<SandboxRequest, 'query'>): Reply {
  const since = Date.parse(query.get('create_time_after') ?? '')
  const until = Date.parse(query.get('create_time_before') ?? '')
  const search = (query.get('search_text') ?? '').toLowerCase()
  const size = Number(query.get('page_size') ?? 10)
  const start = Number(Buffer.from(query.get('next_page_token') ?? '', 'base64').toString() || 0)
  const isSizeRight = Number.isInteger(size) && size >= 1 && size <= 50
  const isSpanRight = since >= context.now() - MAX_AGE_MS && !Number.isNaN(until)
  const isSearchRight = search.length >= MIN_SEARCH_LENGTH && search.length <= MAX_SEARCH_LENGTH
  if (!isSpanRight || !isSearchRight || !isSizeRight || !Number.isInteger(start)) {
    return { status: 400, body: errorBody(400, context.debugId()) }
  }
  const all = [...context.store.all()]
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
      // PayPal omits the field if there are no disputes.
      ...(shown.length > 0
        ? {
            items: shown.map(({ dispute, unit }) =>
              summary(disputeAnswer(dispute, unit, context.site), dispute),
            ),
          }
        : {}),
      links: linksOf(context, query, start + size < all.length ? start + size : null),
    },
  }
}

/** A summary has no transactions and no outcome. Only the response for one dispute has them. */
function summary(answer: ReturnType<typeof disputeAnswer>, { status }: StoredDispute) {
  const { disputed_transactions: _, dispute_outcome: __, ...rest } = { dispute_outcome: null, ...answer }
  return { ...rest, dispute_state: STATES[status] }
}

const STATES: Record<StoredDispute['status'], string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
}

function linksOf({ site }: Context, query: URLSearchParams, next: number | null) {
  const self = { href: `${site.apiBase}${PATH}?${query.toString()}`, rel: 'self', method: 'GET' }
  if (next === null) return [self]
  const more = new URLSearchParams(query)
  more.set('next_page_token', Buffer.from(String(next)).toString('base64'))
  return [self, { href: `${site.apiBase}${PATH}?${more.toString()}`, rel: 'next', method: 'GET' }]
}
