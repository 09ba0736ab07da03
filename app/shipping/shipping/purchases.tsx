import { useEffect, useRef, useState } from 'react'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './shipping.module.css'
import { OrderLink } from '#app/platform/orders/order-link.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type Label, labels, type ToShip } from '#shared/shipping/api/labels.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { labelPriceIn } from '#app/platform/orders/label-price.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { counted } from '#shared/kernel/counts.ts'

type Props = { purchases: ReturnType<typeof usePurchases>; ships: boolean }

/** The progress of buying labels, one order after the other. Then shows the links for printing. */
export function Purchases({ purchases: { outcomes, isRunning, retry, clear }, ships }: Props) {
  const bought = outcomes.filter(({ state }) => state === 'bought').map(({ order }) => order._id)
  const done = outcomes.filter(({ state }) => state === 'bought' || state === 'failed').length
  const failed = outcomes.filter(({ state }) => state === 'failed').length
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The pressed button is disabled and loses the focus, so the focus moves to the heading.
    if (isRunning) heading.current?.focus()
  }, [isRunning])
  return (
    <section className={`stack-2 pad-3 box ${styles.panel}`} aria-labelledby="batch">
      <h2 id="batch" ref={heading} tabIndex={-1}>
        This batch
      </h2>
      <p role="status">
        {isRunning
          ? `Buying label ${Math.min(done + 1, outcomes.length)} of ${outcomes.length}`
          : `${bought.length} of ${outcomes.length} bought${failed > 0 ? `, ${failed} not` : ''}.`}
      </p>
      <progress
        className={`full-width box mat ${styles.progress}`}
        value={done}
        max={outcomes.length}
        aria-labelledby="batch"
      />
      <ol className={`grid ${styles.outcomes}`}>
        {outcomes.map((outcome) => (
          <li
            key={outcome.order._id}
            className="grid align-middle rule-soft break-words"
            data-state={outcome.state}
          >
            <OrderLink id={outcome.order._id}>
              {outcome.order.name}, {outcome.order.number}
            </OrderLink>
            <OutcomeText outcome={outcome} retry={(price) => void retry(outcome.order, ships, price)} />
          </li>
        ))}
      </ol>
      {isRunning ? null : (
        <div className={`row-1 align-middle ${styles.actions}`}>
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
  if (state === 'waiting') return <span className="soft">waiting</span>
  if (state === 'buying') return <span className="soft">being bought</span>
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

/** One order whose label is bought, and the state of its label. */
type Outcome = {
  order: ToShip
  state: 'waiting' | 'buying' | 'bought' | 'failed'
  label: Label | null
  /** Whether the order should also be marked as shipped, and whether it is. */
  ships: boolean
  isShipped: boolean
  /** Why the label was not bought. Empty if there was no error. */
  problem: string
  /** The label's current price in dollars, if the buyer paid a different price. */
  price: number | null
}

/** Buys labels one after another. A failure does not stop the rest. */
export function usePurchases() {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [isRunning, setRunning] = useState(false)

  const update = (outcome: Outcome) =>
    setOutcomes((all) => all.map((each) => (each.order._id === outcome.order._id ? outcome : each)))

  async function buyOne(order: ToShip, ship: boolean, price?: number): Promise<void> {
    const initial = waiting(order, ship)
    update({ ...initial, state: 'buying' })
    try {
      const { label, isShipped } = await call(labels.buy, { body: { orderId: order._id, price, ship } })
      update({ ...initial, state: 'bought', label, isShipped })
    } catch (error) {
      update({ ...initial, state: 'failed', problem: (error as Error).message, price: labelPriceIn(error) })
    }
  }

  async function run(chosen: ToShip[], ship: boolean): Promise<void> {
    if (isRunning) return
    setRunning(true)
    setOutcomes(chosen.map((order) => waiting(order, ship)))
    for (const order of chosen) await buyOne(order, ship)
    setRunning(false)
    await refreshLists()
  }

  async function retry(order: ToShip, ship: boolean, price?: number): Promise<void> {
    await buyOne(order, ship, price)
    await refreshLists()
  }

  /** Refreshes the list, and the number of open tasks in the navigation. */
  const refreshLists = () => refresh(client, 'desk', 'orders', 'shippo')

  return { outcomes, isRunning, run, retry, clear: () => setOutcomes([]) }
}

function waiting(order: ToShip, ships: boolean): Outcome {
  return { order, state: 'waiting', label: null, ships, isShipped: false, problem: '', price: null }
}

/** Links to print all labels as one file and all packing slips as one page, in the same order. */
export function PrintLinks({ labelled, all }: { labelled: string[]; all: string[] }) {
  return (
    <>
      {labelled.length > 0 ? (
        <ButtonLink
          look="line"
          to={urlOf(labels.print, { query: { orders: labelled.join(',') } })}
          reloadDocument
          target="_blank"
        >
          Print {counted(labelled.length, 'label')}
        </ButtonLink>
      ) : null}
      {all.length > 0 ? (
        <ButtonLink look="line" to={`/admin/shipping/slips?orders=${all.join(',')}`} target="_blank">
          Print {counted(all.length, 'packing slip')}
        </ButtonLink>
      ) : null}
    </>
  )
}
