/** What a buyer can report about an order, with its name in the buyer's form, in mails and on admin pages. */

export const MESSAGE_PROBLEMS = ['damaged', 'wrong', 'missing', 'other'] as const
export type MessageProblem = (typeof MESSAGE_PROBLEMS)[number]

export const PROBLEM_NAMES: Record<MessageProblem, string> = {
  damaged: 'Something is damaged',
  wrong: 'I received a wrong item',
  missing: 'Something is late, lost or missing',
  other: 'Something else',
}
