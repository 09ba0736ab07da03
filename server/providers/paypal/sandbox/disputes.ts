/** The list of what buyers complain about, in summaries, as PayPal gives it. */
import type { Asked, Reply } from '../../sandbox/server.ts'
import { disputeAnswer, unitOf } from './captures.ts'
import { errorBody } from './issues.ts'
import type { Desk } from './orders.ts'
import type { StoredDispute } from './store.ts'

const LONGEST_AGO = 180 * 86_400_000
const PATH = '/v1/customer/disputes'

/** `GET /v1/customer/disputes`: those since `create_time_after`, the latest first. */
export function listDisputes(desk: Desk, { query }: Pick<Asked, 'query'>): Reply {
  const since = Date.parse(query.get('create_time_after') ?? '')
  const size = Number(query.get('page_size') ?? 10)
  const start = Number(Buffer.from(query.get('next_page_token') ?? '', 'base64').toString() || 0)
  const isSizeRight = Number.isInteger(size) && size >= 1 && size <= 50
  if (Number.isNaN(since) || since < desk.now() - LONGEST_AGO || !isSizeRight || !Number.isInteger(start)) {
    return { status: 400, body: errorBody(400, desk.debugId()) }
  }
  const all = [...desk.store.all()]
    .flatMap((order) => {
      const { dispute } = order
      const unit = dispute && unitOf(order, dispute.captureId)
      return dispute && unit && dispute.at >= since ? [{ dispute, unit }] : []
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
