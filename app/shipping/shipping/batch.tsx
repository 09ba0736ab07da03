import { useEffect, useRef } from 'react'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { PrintLinks } from './print-links.tsx'
import styles from './shipping.module.css'
import type { Outcome, useBatch } from './use-batch.ts'
import { OrderLink } from '#app/platform/orders/order-link.tsx'

type Props = { batch: ReturnType<typeof useBatch>; ships: boolean }

/** The progress of buying labels, one order after the other. Then shows the links for printing. */
export function Batch({ batch: { outcomes, isRunning, retry, clear }, ships }: Props) {
  const bought = outcomes.filter(({ state }) => state === 'bought').map(({ order }) => order._id)
  const done = outcomes.filter(({ state }) => state === 'bought' || state === 'failed').length
  const failed = outcomes.filter(({ state }) => state === 'failed').length
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The pressed button is disabled and loses the focus, so the focus moves to the heading.
    if (isRunning) heading.current?.focus()
  }, [isRunning])
  return (
    <section className={`stack-2 pad-3 box ${styles.batch}`} aria-labelledby="batch">
      <h2 id="batch" ref={heading} tabIndex={-1}>
        This batch
      </h2>
      <p role="status">
        {isRunning
          ? `Buying label ${Math.min(done + 1, outcomes.length)} of ${outcomes.length}`
          : `${bought.length} of ${outcomes.length} bought${failed > 0 ? `, ${failed} not` : ''}.`}
      </p>
      <progress className={styles.progress} value={done} max={outcomes.length} aria-labelledby="batch" />
      <ol className={`grid ${styles.outcomes}`}>
        {outcomes.map((outcome) => (
          <li key={outcome.order._id} data-state={outcome.state}>
            <OrderLink id={outcome.order._id}>
              {outcome.order.name}, {outcome.order.number}
            </OrderLink>
            <OutcomeText outcome={outcome} retry={(price) => void retry(outcome.order, ships, price)} />
          </li>
        ))}
      </ol>
      {isRunning ? null : (
        <div className={styles.actions}>
          <PrintLinks labelled={bought} all={bought} />
          <Button
            look="quiet"
            onClick={() => {
              focusHeading()
              clear()
            }}
          >
            Done
          </Button>
        </div>
      )}
    </section>
  )
}

function OutcomeText({ outcome, retry }: { outcome: Outcome; retry: (price?: number) => void }) {
  const { state, label, problem, price } = outcome
  if (state === 'waiting') return <span className={styles.soft}>waiting</span>
  if (state === 'buying') return <span className={styles.soft}>being bought</span>
  if (state === 'bought' && label) {
    return (
      <span>
        bought for <Money dollars={label.price} />, tracking number {label.trackingNumber}
        {shippedText(outcome)}
      </span>
    )
  }
  return (
    <>
      <span>{problem}</span>
      <Button
        look="quiet"
        aria-label={`${price === null ? 'Try retry' : `Buy it for ${formatDollars(price)}`}: ${outcome.order.name}`}
        onClick={() => retry(price ?? undefined)}
      >
        {price === null ? (
          'Try retry'
        ) : (
          <>
            Buy it for <Money dollars={price} />
          </>
        )}
      </Button>
    </>
  )
}

/** A colleague may have bought the label before, without shipping the order, or with it. */
function shippedText({ ships, isShipped }: Outcome): string {
  if (isShipped) return '; shipped, and the buyer gets an email'
  return ships ? '; the order is not marked as shipped' : ''
}
