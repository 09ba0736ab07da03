/** Each kind of disagreement in words for the owner, and the one thing to do about it. */
import type { Finding, FindingKind } from '#shared/api/money.ts'
import { formatCents } from '#shared/pricing.ts'

type Facts = {
  ours: number
  theirs: number
  /** What was wrong when the money came in, as it was written down then. */
  problem?: string | null
  product?: string
}
type Words = { title: string; text: (facts: Facts) => string; action: Finding['action'] }

export const WORDS: Record<FindingKind, Words> = {
  unpaid: {
    title: 'Paid at PayPal, unpaid here',
    text: ({ theirs }) =>
      `PayPal took ${formatCents(theirs)} for this order, and the order says that nothing was paid. Settle reads the payment again and marks the order paid.`,
    action: 'settle',
  },
  closed: {
    title: 'Paid at PayPal after the order was closed',
    text: ({ theirs }) =>
      `PayPal took ${formatCents(theirs)} for an order whose hold had run out or that was cancelled. Settle writes the money down as owed to the buyer; then it can be given back.`,
    action: 'settle',
  },
  twice: {
    title: 'Paid twice',
    text: ({ theirs }) =>
      `This order is paid, and PayPal took another ${formatCents(theirs)} for it. Settle writes the second payment down as owed to the buyer; then it can be given back.`,
    action: 'settle',
  },
  stranger: {
    title: 'Money by a payment that this shop never opened',
    text: ({ theirs }) =>
      `PayPal lists ${formatCents(theirs)} for this order under a payment that is not in our books, so nothing here can take or return it. Look for the transaction in PayPal, give it back there if the buyer has paid twice, and note what you did.`,
    action: 'note',
  },
  amount: {
    title: 'A payment that does not fit its order',
    text: ({ ours, theirs }) =>
      ours === 0
        ? `PayPal took ${formatCents(theirs)}, and the amount, the currency, the account or the order of this payment is not what the shop asked for. Settle writes it down as owed to the buyer; then it can be given back.`
        : `Here ${formatCents(ours)} are booked, and PayPal took ${formatCents(theirs)}. Look at the transaction in PayPal, and note what you found.`,
    action: 'settle',
  },
  missing: {
    title: 'Paid here, and not at PayPal',
    text: ({ ours }) =>
      `${formatCents(ours)} are booked, and PayPal knows no such payment (any more). Look for the transaction in PayPal before anything is sent, and note what you found.`,
    action: 'note',
  },
  returned: {
    title: 'Given back at PayPal, and not here',
    text: ({ ours, theirs }) =>
      `PayPal gave ${formatCents(theirs)} back to the buyer, of which ${formatCents(ours)} are written down here. Settle reads the payment again and writes down the rest.`,
    action: 'settle',
  },
  unreturned: {
    title: 'Given back here, and not at PayPal',
    text: ({ ours, theirs }) =>
      `Here ${formatCents(ours)} are written down as given back, and at PayPal the buyer has ${formatCents(theirs)} of it: a refund failed there afterwards. Settle reads the payment again and writes down what PayPal says; then it can be given back again.`,
    action: 'settle',
  },
  failed: {
    title: 'A refund that failed afterwards',
    text: ({ ours }) =>
      `PayPal had accepted a refund of ${formatCents(ours)} and could not carry it out, so the buyer does not have this money. Give it back again on the page of the order, or note how the buyer got it another way.`,
    action: 'note',
  },
  returning: {
    title: 'A refund without an answer',
    text: ({ ours }) =>
      `${formatCents(ours)} are on their way back, and PayPal has not said that they arrived. Settle asks again, under the same number: nothing is given back twice.`,
    action: 'settle',
  },
  confirming: {
    title: 'PayPal has not answered',
    text: ({ ours }) =>
      `Nobody knows yet whether ${formatCents(ours)} were taken. The shop asks every minute; settle asks now. The order is held meanwhile; if this does not end, it can be closed on its page.`,
    action: 'settle',
  },
  review: {
    title: 'Under review at PayPal',
    text: ({ ours }) =>
      `PayPal has not decided about ${formatCents(ours)} for longer than usual. The shop asks every minute; settle asks now. PayPal’s own site may say more.`,
    action: 'settle',
  },
  disputed: {
    title: 'Disputed at PayPal',
    text: ({ ours, problem }) =>
      [
        `The buyer complains to PayPal about ${formatCents(ours)}.`,
        problem ?? 'PayPal waits for the shop’s answer.',
        'Who does not answer there loses the money. The order has what it takes: its parcel, its history, and the way to PayPal.',
      ].join(' '),
    action: 'order',
  },
  due: {
    title: 'Money to be given back',
    text: ({ ours, problem }) =>
      `${formatCents(ours)} came in that this shop cannot keep. ${problem ? `${problem}. ` : ''}The refund stands on the page of the order.`,
    action: 'order',
  },
  count: {
    title: 'A count that its moves do not add up to',
    text: ({ ours, theirs, product }) =>
      `${product} says ${ours} in stock, and what came and went adds up to ${theirs}. Put right keeps the count and books the difference.`,
    action: 'stock',
  },
  held: {
    title: 'Goods of a closed order',
    text: ({ ours, product }) =>
      `${ours} × ${product} were held for this order and never went back on the shelf, though it is closed. Put right adds them to the count.`,
    action: 'stock',
  },
}

/** A booked payment of another amount cannot be settled: both sides say that it is done. */
export function actionOf(kind: FindingKind, ours: number): Finding['action'] {
  return kind === 'amount' && ours > 0 ? 'note' : WORDS[kind].action
}
