/** Interprets PayPal's responses, and validates the ids that go into a call. */
import * as z from 'zod/mini'
import { fromDecimal } from '#shared/kernel/pricing.ts'
import { PaymentRefused, type PaymentUnavailable } from '../payments.ts'
import { aboutShop } from '../service.ts'
import { debugNote, unavailable, type Answer, type Call, unclear, type Execute } from './calls.ts'

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

/** An amount in PayPal's format. */
export const Money = z.object({ currency_code: z.string(), value: z.string() })

/** A fee in cents; null if it is missing or not in US dollars. PayPal reports refunded fees with either sign. */
export function feeOf(fee: z.infer<typeof Money> | null | undefined): number | null {
  return fee?.currency_code === 'USD' ? fromDecimal(fee.value.replace(/^-/, '')) : null
}

/**
 * The first of these times that is given and valid, ISO 8601. PayPal's times are optional; without one it is the current
 * time.
 */
export function timeOf(...times: (string | null | undefined)[]): string {
  const known = times.map((time) => Date.parse(time ?? '')).find((time) => !Number.isNaN(time))
  return new Date(known ?? Date.now()).toISOString()
}

/**
 * Reads one object. Null if PayPal responds with RESOURCE_NOT_FOUND. A 404 without that code comes from a proxy and
 * throws.
 */
export async function readOne<T>(
  execute: Execute,
  path: string,
  read: (body: Record<string, unknown>) => T | null,
  timeoutMs: number,
): Promise<T | null> {
  const call: Call = { method: 'GET', path, timeoutMs }
  const answer = await execute(call)
  if (isOk(answer)) return readable(call, answer, read)
  if (answer.status === 404 && answer.body['name'] === 'RESOURCE_NOT_FOUND') return null
  throw refusal(call, answer)
}

/** Creates one object. Throws PaymentRefused, and PaymentUnavailable if it is unknown whether PayPal created it. */
export async function createOne<T>(
  execute: Execute,
  call: Omit<Call, 'method'> & { requestId: string },
  read: (body: Record<string, unknown>) => T | null,
): Promise<T> {
  const post: Call = { ...call, method: 'POST', requestId: requireRequestId(call.requestId) }
  const answer = await execute(post)
  if (!isOk(answer)) throw refusal(post, answer)
  return readable(post, answer, read)
}

function readable<T>(call: Call, answer: Answer, read: (body: Record<string, unknown>) => T | null): T {
  const found = read(answer.body)
  if (!found) throw unclear(call, 'PayPal sent a response in an unknown format', answer)
  return found
}
