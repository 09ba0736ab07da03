/** What PayPal's answers mean, and which ids may go into a call at all. */
import { PaymentRefused, aboutShop, type PaymentUnavailable } from '../providers.ts'
import { debugNote, unavailable, type Answer, type Call } from './calls.ts'

/** Whether PayPal did it; 200 for what it had done before. */
export function isOk(answer: Answer): boolean {
  return answer.status === 200 || answer.status === 201
}

/** PayPal's code for what is wrong. */
export function issueOf({ body }: Answer): string {
  const details: unknown = body['details']
  const first: unknown = Array.isArray(details) ? details[0] : null
  if (typeof first === 'object' && first !== null && 'issue' in first && typeof first.issue === 'string') {
    return first.issue
  }
  return typeof body['name'] === 'string' ? body['name'] : ''
}

/** PayPal is still at the first of two calls with one request id: not a no. */
export const stillRunning = new Set([
  'ORDER_COMPLETION_IN_PROGRESS',
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'RESOURCE_CONFLICT',
])

/** PayPal's no, or, where it does not say why, silence. */
export function refusal(call: Call, answer: Answer): PaymentRefused | PaymentUnavailable {
  const issue = issueOf(answer)
  const isTheirs = answer.status >= 400 && answer.status < 500 && issue !== ''
  if (!isTheirs) return unavailable(call, `PayPal answered ${answer.status} without saying why`, answer)
  const message = `${call.method} ${call.path}: PayPal answered ${answer.status} ${issue}${reasonOf(answer)}`
  const refused = new PaymentRefused(issue, message + debugNote(answer.debugId))
  return issue.startsWith('PAYEE_') ? aboutShop(refused) : refused
}

/** PayPal's own sentence about its code; empty without one. */
function reasonOf({ body }: Answer): string {
  const details: unknown = body['details']
  const first: unknown = Array.isArray(details) ? details[0] : null
  const words =
    typeof first === 'object' && first !== null && 'description' in first
      ? first.description
      : body['message']
  return typeof words === 'string' && words !== '' ? `: ${words.slice(0, 200)}` : ''
}

/** Throws PaymentRefused for what cannot be an id of PayPal's. */
export function refuseStrangeId(id: string): string {
  if (/^[A-Z0-9]{1,36}$/.test(id)) return id
  throw new PaymentRefused('INVALID_PAYMENT_ID', 'PayPal gives no such ids')
}

/** PayPal takes 1 to 108 characters; only printable ASCII is safe in a header. */
export function refuseStrangeRequestId(requestId: string): string {
  if (/^[\x21-\x7e]{1,108}$/.test(requestId)) return requestId
  throw new PaymentRefused('INVALID_REQUEST_ID', 'a request id is 1 to 108 printable ASCII characters')
}
