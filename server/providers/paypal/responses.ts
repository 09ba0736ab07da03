/** Interprets PayPal's responses, and validates the ids that go into a call. */
import * as z from 'zod/mini'
import { PaymentRefused, aboutShop, type PaymentUnavailable } from '../providers.ts'
import { debugNote, unavailable, type Answer, type Call } from './calls.ts'

/**
 * Whether PayPal carried out the call. Status 200 means that it had already carried out an earlier call with the same
 * request id.
 */
export function isOk(answer: Answer): boolean {
  return answer.status === 200 || answer.status === 201
}

/** PayPal's error code; empty if there is none. */
export function issueOf({ body }: Answer): string {
  const details: unknown = body['details']
  const first: unknown = Array.isArray(details) ? details[0] : null
  if (typeof first === 'object' && first !== null && 'issue' in first && typeof first.issue === 'string') {
    return first.issue
  }
  return typeof body['name'] === 'string' ? body['name'] : ''
}

/** Error codes that mean: PayPal is still processing an earlier call with the same request id. */
export const IN_PROGRESS = new Set([
  'ORDER_COMPLETION_IN_PROGRESS',
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'RESOURCE_CONFLICT',
])

/** The error for a response: PaymentRefused for a 4xx with an error code, otherwise PaymentUnavailable. */
export function refusal(call: Call, answer: Answer): PaymentRefused | PaymentUnavailable {
  const issue = issueOf(answer)
  const isRefusal = answer.status >= 400 && answer.status < 500 && issue !== ''
  if (!isRefusal) return unavailable(call, `PayPal answered ${answer.status} without saying why`, answer)
  const message = `${call.method} ${call.path}: PayPal answered ${answer.status} ${issue}${reasonOf(answer)}`
  const refused = new PaymentRefused(issue, message + debugNote(answer.debugId))
  return issue.startsWith('PAYEE_') ? aboutShop(refused) : refused
}

/** PayPal's description of the error; empty if there is none. */
function reasonOf({ body }: Answer): string {
  const details: unknown = body['details']
  const first: unknown = Array.isArray(details) ? details[0] : null
  const description =
    typeof first === 'object' && first !== null && 'description' in first
      ? first.description
      : body['message']
  return typeof description === 'string' && description !== '' ? `: ${description.slice(0, 200)}` : ''
}

/**
 * The id of the order that a capture belongs to; null if the response does not contain it. PayPal names it among the related
 * ids or in the link to the parent; both are optional.
 */
export function orderOfCapture(body: Record<string, unknown>): string | null {
  const named = Related.safeParse(body['supplementary_data']).data?.related_ids.order_id
  return named ?? linksIn(body['links']).map(parentOrder).find(Boolean) ?? null
}

const Related = z.object({ related_ids: z.object({ order_id: z.string() }) })

/** The links of a response that have an address. */
export function linksIn(links: unknown): Link[] {
  return (Array.isArray(links) ? links : []).flatMap((link: unknown) => Link.safeParse(link).data ?? [])
}

type Link = z.infer<typeof Link>
const Link = z.object({ rel: z.nullish(z.string()), href: z.string().check(z.maxLength(2000)) })

function parentOrder({ rel, href }: Link): string | undefined {
  return rel === 'up' ? /\/v2\/checkout\/orders\/([A-Z0-9]{1,36})$/.exec(href)?.[1] : undefined
}

/** Returns a valid PayPal id. Throws PaymentRefused if the text is not a valid id. */
export function requireId(id: string): string {
  if (/^[A-Z0-9]{1,36}$/.test(id)) return id
  throw new PaymentRefused('INVALID_PAYMENT_ID', 'PayPal gives no such ids')
}

/** Returns a valid id of PayPal's vault. Throws PaymentRefused if the text is not a valid id. */
export function requireVaultId(id: string): string {
  if (/^[0-9a-zA-Z_-]{1,36}$/.test(id)) return id
  throw new PaymentRefused('INVALID_PAYMENT_ID', 'PayPal gives no such ids')
}

/** PayPal accepts request ids of 1 to 108 characters; only printable ASCII is safe in a header. */
export function requireRequestId(requestId: string): string {
  if (/^[\x21-\x7e]{1,108}$/.test(requestId)) return requestId
  throw new PaymentRefused('INVALID_REQUEST_ID', 'a request id is 1 to 108 printable ASCII characters')
}
