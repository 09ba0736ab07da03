import { TENDER_WAYS, isTender } from '#shared/checkout/tenders.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { isAtPaypal, sourceText, toSourceText } from '#shared/platform/pay-methods.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { DISPUTES, type Refund, contentOf, nameOf, partsOf, reasonOf } from '#app/platform/orders/refunds.ts'
import { AmendRefund } from './amend-refund.tsx'
import styles from './admin.module.css'
import { RefundForm, useRefund } from './refund-form.tsx'
import { Parts } from './refund-parts.tsx'
import { SandboxDispute } from './sandbox.tsx'
import { Panel } from './panel.tsx'

/** Shows the refunds of an order to admins, with a form for new refunds. */
export function Refunds({ order }: { order: Order }) {
  const { refundable, refunds, dueBack, dispute } = order
  if (refundable === 0 && refunds.length === 0 && dueBack.length === 0 && !dispute) return null
  return (
    <Panel id="refunds" title="Refunds" state={stateOf(order)}>
      {dispute ? <Dispute of={dispute} /> : null}
      {refunds.length > 0 ? (
        <ul className="stack-2">
          {refunds.toReversed().map((refund) => (
            <RefundItem key={refund._id} refund={refund} order={order} />
          ))}
        </ul>
      ) : null}
      {dueBack.map((due) => (
        <DueBack key={due.payment} order={order} due={due} />
      ))}
      {refundable === 0 ? null : order.isInvented ? <NoRefund /> : <RefundButton order={order} />}
      <SandboxDispute order={order} />
    </Panel>
  )
}

function stateOf({ state, refunds, refundable }: Order): string {
  if (state === 'refunded') return 'Refunded'
  const isPartly = refunds.some((refund) => refund.state === 'completed' && refund.ofSale)
  if (refundable === 0) return isPartly ? 'Partly refunded' : ''
  return isPartly ? `Partly refunded, ${formatDollars(refundable)} left` : `${formatDollars(refundable)} paid`
}

function Dispute({ of: { state, reason, amount, respondBy } }: { of: NonNullable<Order['dispute']> }) {
  return (
    <div className={`stack-1 ${styles.dispute}`} role="note">
      <p>{DISPUTES[state]}</p>
      <p className="soft">
        {formatDollars(amount)}, {reasonOf(reason)}
        {respondBy && state === 'waiting_for_us'
          ? `; answer before ${formatDate(respondBy, 'dayAndTime')}`
          : ''}
      </p>
      <a href="https://www.paypal.com/resolutioncenter" target="_blank" rel="noreferrer">
        PayPal’s Resolution Center
      </a>
    </div>
  )
}

/** A refund in the list: its state, parts and actions. */
function RefundItem({ refund, order }: { refund: Refund; order: Order }) {
  const goods = refund.stock.map(({ line, qty }) => `${qty} × ${nameOf(line, order)}`)
  const content = contentOf(refund, order)
  return (
    <li className={styles.entry}>
      <p className="soft">
        <time dateTime={refund.askedAt}>{formatDate(refund.askedAt, 'dayAndTime')}</time> by {refund.by}
      </p>
      <p>{stateTextOf(refund)}</p>
      {content ? <p>{content}</p> : null}
      {refund.reason ? <p className="break-words pre-wrap">“{refund.reason}”</p> : null}
      {goods.length > 0 && refund.isRestocked ? (
        <p className="soft">Back in stock: {goods.join(', ')}</p>
      ) : null}
      {refund.state !== 'failed' && refund.ofSale && !refund.isItemized ? (
        <ProportionalParts refund={refund} />
      ) : null}
      <AmendRefund order={order} refund={refund} />
    </li>
  )
}

/** The parts of a refund without items. */
function ProportionalParts({ refund }: { refund: Refund }) {
  return (
    <details className={`full-width ${styles.shares}`}>
      <summary>Not assigned to items: split in proportion</summary>
      <Parts parts={partsOf(refund)} total="Refunded" />
    </details>
  )
}

function stateTextOf({ state, amount, ofSale, problem, to, paidWith }: Refund): string {
  if (to === 'gift-card') return cardTextOf({ state, amount })
  if (isTender(to)) return `Gave back ${formatDollars(amount)} ${TENDER_WAYS[to]}`
  const what = ofSale ? formatDollars(amount) : `${formatDollars(amount)} that does not belong to the order`
  if (state === 'completed') return `Refunded ${what}${toSourceText(paidWith)}`
  if (state === 'pending')
    return `${what} is in progress: PayPal takes it from a bank account, which can take days`
  if (state === 'started')
    return `Asking PayPal to refund ${what}. It has not answered yet; the shop keeps trying`
  return `Not refunded: ${what}. ${problem ?? 'PayPal refused'}`
}

/** A part that goes to gift cards is made as soon as PayPal has accepted the other part. */
function cardTextOf({ state, amount }: Pick<Refund, 'state' | 'amount'>): string {
  if (state === 'completed') return `Refunded ${formatDollars(amount)} to the gift card`
  if (state === 'failed')
    return `Not returned to the gift card: ${formatDollars(amount)}, because PayPal did not make its part`
  return `${formatDollars(amount)} goes to the gift card as soon as PayPal has accepted its part`
}

/** Money that was received for a closed order and must be refunded. */
function DueBack({ order, due }: { order: Order; due: Order['dueBack'][number] }) {
  const { refund, isPending } = useRefund(order)
  const amount = formatDollars(due.amount)
  if (due.amount === 0) return null
  return (
    <div className={`stack-1 ${styles.dispute}`}>
      <p>
        {amount} must be refunded to {order.user.name}
        {isAtPaypal(due.paidWith) ? '' : ` (to ${sourceText(due.paidWith)})`}. {due.why}.
      </p>
      <Button
        busy={isPending}
        onClick={() => {
          if (window.confirm(`Refund ${amount} to ${order.user.name}?`))
            refund({ payment: due.payment, reason: '', stock: [] })
        }}
      >
        Refund {amount}
      </Button>
    </div>
  )
}

/** Shown instead of the refund form for an invented order of the demo, which has no payment to refund. */
function NoRefund() {
  return (
    <>
      <p className="soft" id="no-refund">
        This order was invented for the demo: PayPal has no payment of it, so nothing can be refunded. To try
        a refund, place an order of your own.
      </p>
      <Button look="line" aria-disabled aria-describedby="no-refund">
        Refund
      </Button>
    </>
  )
}

function RefundButton({ order }: { order: Order }) {
  // A message about a problem links to the form, with the items of the problem.
  const [asked] = useSearchParams()
  const wanted = asked.get('refund')
  const [isOpen, setOpen] = useState(wanted !== null)
  if (isOpen) {
    return (
      <RefundForm key={order.refundable} order={order} wanted={wanted ?? ''} onClose={() => setOpen(false)} />
    )
  }
  return (
    <Button look="line" onClick={() => setOpen(true)}>
      Refund
    </Button>
  )
}
