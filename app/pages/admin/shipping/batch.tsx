import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { focusHeading } from '../../../layout/focus-heading.ts'
import { formatDollars } from '#shared/pricing.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { PrintLinks } from './print-links.tsx'
import styles from './shipping.module.css'
import type { Outcome, useBatch } from './use-batch.ts'

type Props = { batch: ReturnType<typeof useBatch>; ships: boolean }

/** How the buying goes, order by order; and when it is done, what there is to print. */
export function Batch({ batch: { outcomes, isRunning, again, clear }, ships }: Props) {
  const bought = outcomes.filter(({ state }) => state === 'bought').map(({ order }) => order._id)
  const done = outcomes.filter(({ state }) => state === 'bought' || state === 'failed').length
  const failed = outcomes.filter(({ state }) => state === 'failed').length
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that was pressed has nothing more to buy, and lets go of the keyboard.
    if (isRunning) heading.current?.focus()
  }, [isRunning])
  return (
    <section className={styles.batch} aria-labelledby="batch">
      <h2 id="batch" ref={heading} tabIndex={-1}>
        This batch
      </h2>
      <p role="status">
        {isRunning
          ? `Buying label ${Math.min(done + 1, outcomes.length)} of ${outcomes.length}`
          : `${bought.length} of ${outcomes.length} bought${failed > 0 ? `, ${failed} not` : ''}.`}
      </p>
      <progress className={styles.progress} value={done} max={outcomes.length} aria-labelledby="batch" />
      <ol className={styles.outcomes}>
        {outcomes.map((outcome) => (
          <li key={outcome.order._id} data-state={outcome.state}>
            <Link to={`/order/${outcome.order._id}`}>{outcome.order.name}</Link>
            <Told outcome={outcome} again={(price) => void again(outcome.order, ships, price)} />
          </li>
        ))}
      </ol>
      {isRunning ? null : (
        <div className={styles.bar}>
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

function Told({ outcome, again }: { outcome: Outcome; again: (price?: number) => void }) {
  const { state, label, ships, problem, price } = outcome
  if (state === 'waiting') return <span className={styles.soft}>waits</span>
  if (state === 'buying') return <span className={styles.soft}>being bought</span>
  if (state === 'bought' && label) {
    return (
      <span>
        bought for <Money dollars={label.price} />, tracking number {label.trackingNumber}
        {ships ? '; shipped, and the buyer is told' : ''}
      </span>
    )
  }
  return (
    <>
      <span>{problem}</span>
      <Button
        look="quiet"
        aria-label={`${price === null ? 'Try again' : `Buy it for ${formatDollars(price)}`}: ${outcome.order.name}`}
        onClick={() => again(price ?? undefined)}
      >
        {price === null ? (
          'Try again'
        ) : (
          <>
            Buy it for <Money dollars={price} />
          </>
        )}
      </Button>
    </>
  )
}
