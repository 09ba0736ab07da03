/** The text for each kind of difference on the Money page, and the one action that it offers. */
import type { Finding, FindingKind } from '#shared/payments/api/payments-check.ts'
import { formatCents } from '#shared/kernel/pricing.ts'

type Facts = {
  ours: number
  theirs: number
  /** The problem that was recorded when the money came in. */
  problem?: string | null
  product?: string
}
type Texts = { title: string; text: (facts: Facts) => string; action: Finding['action'] }

export const TEXTS: Record<FindingKind, Texts> = {
  unpaid: {
    title: 'Paid at PayPal, unpaid here',
    text: ({ theirs }) =>
      `PayPal took ${formatCents(theirs)} for this order, and the order says that nothing was paid. Settle reads the payment again and marks the order as paid.`,
    action: 'settle',
  },
  closed: {
    title: 'Paid at PayPal after the order was closed',
    text: ({ theirs }) =>
      `PayPal took ${formatCents(theirs)} for an order that had expired or was canceled. Settle records the money as owed to the buyer; then you can refund it.`,
    action: 'settle',
  },
  twice: {
    title: 'Paid twice',
    text: ({ theirs }) =>
      `This order is paid, and PayPal took another ${formatCents(theirs)} for it. Settle records the second payment as owed to the buyer; then you can refund it.`,
    action: 'settle',
  },
  stranger: {
    title: 'A payment that this shop did not open',
    text: ({ theirs }) =>
      `PayPal lists ${formatCents(theirs)} for this order under a payment that this shop has not recorded, so the shop can neither keep nor refund it. Find the transaction in PayPal, refund it there if the buyer has paid twice, and note what you did.`,
    action: 'note',
  },
  amount: {
    title: 'A payment that does not match its order',
    text: ({ ours, theirs }) =>
      ours === 0
        ? `PayPal took ${formatCents(theirs)}, and the amount, the currency, the account or the order of this payment is not what the shop requested. Settle records it as owed to the buyer; then you can refund it.`
        : `${formatCents(ours)} are recorded here, and PayPal took ${formatCents(theirs)}. Look at the transaction in PayPal, and note what you found.`,
    action: 'settle',
  },
  missing: {
    title: 'Paid here, but not at PayPal',
    text: ({ ours }) =>
      `${formatCents(ours)} are recorded here, and PayPal has no such payment. Find the transaction in PayPal before you send anything, and note what you found.`,
    action: 'note',
  },
  returned: {
    title: 'Refunded at PayPal, but not here',
    text: ({ ours, theirs }) =>
      `PayPal refunded ${formatCents(theirs)} to the buyer, of which ${formatCents(ours)} are recorded here. Settle reads the payment again and records the rest.`,
    action: 'settle',
  },
  unreturned: {
    title: 'Refunded here, but not at PayPal',
    text: ({ ours, theirs }) =>
      `${formatCents(ours)} are recorded here as refunded, but the buyer has received ${formatCents(theirs)} from PayPal: a refund failed there later. Settle reads the payment again and records what PayPal says; then you can refund it again.`,
    action: 'settle',
  },
  failed: {
    title: 'A refund that failed later',
    text: ({ ours }) =>
      `PayPal accepted a refund of ${formatCents(ours)}, but the refund failed later, so the buyer does not have this money. Refund it again on the order’s page, or note how the buyer got it another way.`,
    action: 'note',
  },
  returning: {
    title: 'A refund without an answer',
    text: ({ ours }) =>
      `A refund of ${formatCents(ours)} was sent, and PayPal has not confirmed it. Settle sends the same request again; PayPal does not refund it twice.`,
    action: 'settle',
  },
  confirming: {
    title: 'PayPal has not answered',
    text: ({ ours }) =>
      `It is not known yet whether PayPal took ${formatCents(ours)}. The shop checks every minute; Settle checks now. The goods stay reserved until then; if this does not end, you can close the order on its page.`,
    action: 'settle',
  },
  review: {
    title: 'Under review at PayPal',
    text: ({ ours }) =>
      `PayPal has been reviewing a payment of ${formatCents(ours)} for longer than usual. The shop checks every minute; Settle checks now. PayPal’s own site may say more.`,
    action: 'settle',
  },
  disputed: {
    title: 'Disputed at PayPal',
    text: ({ ours, problem }) =>
      [
        `The buyer has opened a dispute at PayPal about ${formatCents(ours)}.`,
        problem ?? 'PayPal waits for the shop’s answer.',
        'Without an answer at PayPal, the shop loses the money. The order’s page has the parcel, the history and the link to PayPal.',
      ].join(' '),
    action: 'order',
  },
  due: {
    title: 'Money to be refunded',
    text: ({ ours, problem }) =>
      `The shop received ${formatCents(ours)} that it cannot keep. ${problem ? `${problem}. ` : ''}The refund is on the order’s page.`,
    action: 'order',
  },
  count: {
    title: 'A stock count that differs from its moves',
    text: ({ ours, theirs, product }) =>
      `The stock count of ${product} is ${ours}, but its stock moves add up to ${theirs}. “Correct” keeps the count and adds a move for the difference.`,
    action: 'stock',
  },
  held: {
    title: 'Goods of a closed order',
    text: ({ ours, product }) =>
      `${ours} × ${product} were reserved for this order and did not return to stock when the order was closed. “Correct” adds them to the count.`,
    action: 'stock',
  },
}

/** A booked payment with a different amount cannot be settled: both sides count as final. */
export function actionOf(kind: FindingKind, ours: number): Finding['action'] {
  return kind === 'amount' && ours > 0 ? 'note' : TEXTS[kind].action
}
