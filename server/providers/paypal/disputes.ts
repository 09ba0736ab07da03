/** Reads PayPal's disputes (Disputes API v1). */
import * as z from 'zod/mini'
import { fromDecimal } from '#shared/kernel/pricing.ts'
import type { Dispute } from '../payments.ts'
import { linksIn, timeOf } from './responses.ts'
import { unclear, type Call, type Execute } from './calls.ts'

const DisputeAnswer = z.object({
  dispute_id: z.nullish(z.string()),
  status: z.nullish(z.string()),
  reason: z.nullish(z.string()),
  dispute_amount: z.nullish(z.object({ value: z.string() })),
  dispute_outcome: z.nullish(z.object({ outcome_code: z.nullish(z.string()) })),
  disputed_transactions: z.nullish(
    z.array(z.object({ seller_transaction_id: z.nullish(z.string()), custom: z.nullish(z.string()) })),
  ),
  seller_response_due_date: z.nullish(z.string()),
  create_time: z.nullish(z.string()),
  update_time: z.nullish(z.string()),
})

const PAGE_SIZE = 50
/** Maximum number of pages, against endless paging. */
const MAX_PAGES = 20

/**
 * A search text that finds every dispute. PayPal's list operation requires a search text, which also matches dispute
 * ids, and all dispute ids begin with this prefix.
 */
const EVERY_DISPUTE = 'PP-'

/** Every field is optional in the published contract. An item that cannot be read is left out. */
const DisputeList = z.object({ items: z.nullish(z.array(z.unknown())), links: z.unknown() })
const Item = z.object({ dispute_id: z.string() })

/**
 * The ids of the disputes between two times, newest first; null if the credentials may not read them. Throws
 * PaymentUnavailable.
 */
export async function listDisputes(
  execute: Execute,
  since: string,
  until: string,
  timeoutMs: number,
): Promise<string[] | null> {
  const ids: string[] = []
  const first = new URLSearchParams({
    create_time_after: since,
    create_time_before: until,
    search_text: EVERY_DISPUTE,
    page_size: String(PAGE_SIZE),
  })
  for (let query: string | null = first.toString(), page = 1; query !== null; page++) {
    const call: Call = { method: 'GET', path: `/v1/customer/disputes?${query}`, timeoutMs }
    const answer = await execute(call)
    if (answer.status === 403) return null
    const listed = answer.status === 200 ? DisputeList.safeParse(answer.body) : null
    if (!listed?.success) throw unclear(call, `PayPal answered ${answer.status} with no disputes`, answer)
    if (page > MAX_PAGES) throw unclear(call, 'PayPal’s list of disputes is too long to be read', answer)
    ids.push(...(listed.data.items ?? []).flatMap((item) => Item.safeParse(item).data?.dispute_id ?? []))
    query = nextOf(listed.data.links)
  }
  return ids
}

/** The query of the next page. The host in the link is ignored, so that the next call goes to the same host. */
function nextOf(links: unknown): string | null {
  const next = linksIn(links).find(({ rel }) => rel === 'next')?.href ?? ''
  return URL.canParse(next) ? new URL(next).search.slice(1) : null
}

const states: Record<string, Dispute['state']> = {
  OPEN: 'open',
  WAITING_FOR_SELLER_RESPONSE: 'waiting_for_us',
  WAITING_FOR_BUYER_RESPONSE: 'waiting_for_buyer',
  UNDER_REVIEW: 'under_review',
  // All other states: neither the seller nor the buyer has to respond, because PayPal decides.
  OTHER: 'under_review',
}

/**
 * Parses a dispute; null if it is no dispute, or another one. All its fields may be missing.
 * @param id the id with which the dispute was read
 */
export function readDispute(body: unknown, id: string): Dispute | null {
  const parsed = DisputeAnswer.safeParse(body)
  if (!parsed.success) return null
  const dispute = parsed.data
  if ((dispute.dispute_id ?? id) !== id) return null
  const due = Date.parse(dispute.seller_response_due_date ?? '')
  return {
    id,
    state: dispute.status === 'RESOLVED' ? outcomeOf(dispute.dispute_outcome) : stateOf(dispute.status),
    reason: dispute.reason ?? 'OTHER',
    amountCents: fromDecimal(dispute.dispute_amount?.value ?? '0') ?? 0,
    captureIds: (dispute.disputed_transactions ?? []).flatMap((one) => one.seller_transaction_id ?? []),
    orderIds: (dispute.disputed_transactions ?? []).flatMap((one) => one.custom ?? []),
    respondBy: Number.isNaN(due) ? null : new Date(due).toISOString(),
    at: timeOf(dispute.create_time, dispute.update_time),
  }
}

function stateOf(status: string | null | undefined): Dispute['state'] {
  return states[status ?? ''] ?? 'open'
}

function outcomeOf(outcome: z.infer<typeof DisputeAnswer>['dispute_outcome']): Dispute['state'] {
  const code = outcome?.outcome_code ?? ''
  if (code === 'RESOLVED_SELLER_FAVOUR') return 'won'
  if (code === 'RESOLVED_BUYER_FAVOUR' || code === 'RESOLVED_WITH_PAYOUT') return 'lost'
  return 'closed'
}
