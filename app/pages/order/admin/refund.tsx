import type { Order } from '#shared/api/orders.ts'
import { useState } from 'react'
import { formatDate } from '#shared/dates.ts'
import { formatDollars } from '#shared/pricing.ts'
import { Button } from '../../../ui/button.tsx'
import { DISPUTES, type Refund, contentOf, nameOf, partsOf, reasonOf } from '../../../orders/refunds.ts'
import { AmendRefund } from './amend-refund.tsx'
import styles from './admin.module.css'
import { RefundForm } from './refund-form.tsx'
import { Parts } from './refund-parts.tsx'
import { useRefund } from './use-refund.ts'

/** For the shop: the money of an order that went back, and giving back more of it. */
export function Refunds({ order }: { order: Order }) {
  const { refundable, refunds, dueBack, dispute } = order
  if (refundable === 0 && refunds.length === 0 && dueBack.length === 0 && !dispute) return null
  return (
    <section className={styles.panel} aria-labelledby="refunds">
      <header className={styles.head}>
        <h2 id="refunds">Refunds</h2>
        <p className={styles.state}>{standingOf(order)}</p>
      </header>
      {dispute ? <Dispute of={dispute} /> : null}
      {refunds.length > 0 ? (
        <ul className={styles.entries}>
          {refunds.toReversed().map((refund) => (
            <Told key={refund._id} refund={refund} order={order} />
          ))}
        </ul>
      ) : null}
      {dueBack.map((due) => (
        <DueBack key={due.payment} order={order} due={due} />
      ))}
      {refundable > 0 ? <GiveBack order={order} /> : null}
    </section>
  )
}

function standingOf({ state, refunds, refundable }: Order): string {
  if (state === 'refunded') return 'Refunded'
  const isPartly = refunds.some((refund) => refund.state === 'completed' && refund.ofSale)
  if (refundable === 0) return isPartly ? 'Partly refunded' : ''
  return isPartly ? `Partly refunded, ${formatDollars(refundable)} left` : `${formatDollars(refundable)} paid`
}

function Dispute({ of: { state, reason, amount, respondBy } }: { of: NonNullable<Order['dispute']> }) {
  return (
    <div className={styles.dispute} role="note">
      <p>{DISPUTES[state]}</p>
      <p className={styles.word}>
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

/** One refund as it stands, in words. */
function Told({ refund, order }: { refund: Refund; order: Order }) {
  const goods = refund.stock.map(({ _id, qty }) => `${qty} × ${nameOf(_id, order)}`)
  const content = contentOf(refund, order)
  return (
    <li className={styles.entry}>
      <p className={styles.when}>
        <time dateTime={refund.askedAt}>{formatDate(refund.askedAt, 'dayAndTime')}</time> by {refund.by}
      </p>
      <p>{wordsOf(refund)}</p>
      {content ? <p>{content}</p> : null}
      {refund.reason ? <p className={styles.text}>“{refund.reason}”</p> : null}
      {goods.length > 0 && refund.isRestocked ? (
        <p className={styles.word}>Back on the shelf: {goods.join(', ')}</p>
      ) : null}
      {refund.state !== 'failed' && refund.ofSale && !refund.isItemized ? <Shares refund={refund} /> : null}
      <AmendRefund order={order} refund={refund} />
    </li>
  )
}

/** How a refund that names no items is booked. */
function Shares({ refund }: { refund: Refund }) {
  return (
    <details className={styles.shares}>
      <summary>Names no items: booked in proportion</summary>
      <Parts parts={partsOf(refund)} total="Refunded" />
    </details>
  )
}

function wordsOf({ state, amount, ofSale, problem }: Refund): string {
  const what = ofSale ? formatDollars(amount) : `${formatDollars(amount)} that came in beside the order`
  if (state === 'completed') return `Refunded ${what}`
  if (state === 'pending')
    return `${what} is on its way: PayPal takes it from a bank account, which can take days`
  if (state === 'started') return `Asking PayPal to refund ${what}. It has not answered yet; we go on asking`
  return `Not refunded: ${what}. ${problem ?? 'PayPal refused'}`
}

/** Money that came in for an order that takes none; it belongs to the buyer. */
function DueBack({ order, due }: { order: Order; due: Order['dueBack'][number] }) {
  const { refund, isPending } = useRefund(order)
  const amount = formatDollars(due.amount)
  if (due.amount === 0) return null
  return (
    <div className={styles.dispute}>
      <p>
        {amount} is owed back to {order.user.name}. {due.why}.
      </p>
      <Button
        busy={isPending}
        onClick={() => {
          if (window.confirm(`Give ${amount} back to ${order.user.name}?`))
            refund({ payment: due.payment, reason: '', stock: [] })
        }}
      >
        Give {amount} back
      </Button>
    </div>
  )
}

function GiveBack({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <RefundForm key={order.refundable} order={order} onClose={() => setOpen(false)} />
  return (
    <Button look="line" onClick={() => setOpen(true)}>
      Refund
    </Button>
  )
}
