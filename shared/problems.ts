/** What a buyer can report about an order, as text: in the buyer's form, in mails, and in the admin. */
import type { MessageProblem } from './api/messages.ts'

export const PROBLEM_NAMES: Record<MessageProblem, string> = {
  damaged: 'Something is damaged',
  wrong: 'A wrong item came',
  missing: 'It is late or lost',
  other: 'Something else',
}
