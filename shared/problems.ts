/** The names of the problems that a buyer can report, for the buyer's form, mails and admin pages. */
import type { MessageProblem } from './api/messages.ts'

export const PROBLEM_NAMES: Record<MessageProblem, string> = {
  damaged: 'Something is damaged',
  wrong: 'I received a wrong item',
  missing: 'Something is late, lost or missing',
  other: 'Something else',
}
