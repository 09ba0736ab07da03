import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { deliveries, type AccountPickup, type Run, type RunStop } from '#shared/wholesale/api/deliveries.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays, isDay } from '#shared/kernel/days.ts'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { OrderLink } from '#app/platform/orders/order-link.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import styles from './deliveries.module.css'

const BASE = '/admin/deliveries'

/** The wholesale orders of a day: the runs of the van, and pickups by accounts. */
export default function Deliveries() {
  const { day } = useParams()
  const { today } = useBusiness()
  const shown = day !== undefined && isDay(day) ? day : today
  return <AdminPage access="packer">{() => <Day key={shown} day={shown} />}</AdminPage>
}

function Day({ day }: { day: string }) {
  const answer = useQuery({ ...ask(deliveries.day, { params: { day } }), refetchInterval: 60_000 })
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="deliveries" />
  const { runs, pickups, late, today } = answer.data
  return (
    <div className="stack-3">
      <div className="row-0-3 align-middle">
        <Link className="reach" to={`${BASE}/${addDays(day, -1)}`}>
          Before: {formatDate(addDays(day, -1), 'shortWeekday')}
        </Link>
        <h2 className={styles.day}>{formatDate(day, 'weekday')}</h2>
        <Link className="reach" to={`${BASE}/${addDays(day, 1)}`}>
          Next: {formatDate(addDays(day, 1), 'shortWeekday')}
        </Link>
      </div>
      <p role="status">{statusOf(answer.data)}</p>
      {late.length > 0 ? <Late of={late} today={today} /> : null}
      {runs.map((run) => (
        <RunSection key={run.route} run={run} />
      ))}
      {pickups.length > 0 ? <Pickups of={pickups} /> : null}
    </div>
  )
}

function statusOf({ runs, pickups }: Reply<typeof deliveries.day>): string {
  const stops = runs.reduce((sum, run) => sum + run.stops.length, 0)
  if (stops + pickups.length === 0) return 'No wholesale order is delivered or picked up on this day.'
  const parts = [
    ...(stops > 0 ? [`${counted(stops, 'stop')} of the van`] : []),
    ...(pickups.length > 0 ? [counted(pickups.length, 'pickup')] : []),
  ]
  return `${parts.join(' and ')}.`
}

const ordersOf = ({ stops }: Run) => stops.flatMap(({ orders }) => orders)

function RunSection({ run }: { run: Run }) {
  const weigh = useWeigh()
  const orders = ordersOf(run)
  const pieces = orders.reduce((sum, order) => sum + order.pieces, 0)
  const grams = orders.reduce((sum, order) => sum + order.grams, 0)
  // Shops that record no bags on the roast day have none to miss.
  const isFilling = orders.some(({ pieces: all, unfilled = 0 }) => unfilled < all)
  const sort = useChange(async (stops: string[]) => {
    await call(deliveries.sort, { params: { day: run.day, route: run.route }, body: { stops } })
    return { message: 'The order of the stops is changed for this day' }
  }, 'deliveries')
  const move = (at: number, by: number) => {
    const ids = run.stops.map(({ _id }) => _id)
    const [moved] = ids.splice(at, 1)
    sort.mutate(ids.toSpliced(at + by, 0, moved!))
  }
  return (
    <section className="stack-2 pad-3 box" aria-labelledby={`run-${run.route}`}>
      <div className="row-2 align-middle apart">
        <h3 id={`run-${run.route}`}>
          {run.name}
          {run.driver ? <span className="soft">, {run.driver}</span> : null}
        </h3>
        <p className="soft">
          {counted(pieces, 'bag')}
          {grams > 0 ? `, ${weigh(grams)}` : ''}
        </p>
      </div>
      <ol className={styles.stops}>
        {run.stops.map((stop, at) => (
          <StopRow
            key={stop._id}
            stop={stop}
            isFilling={isFilling}
            isBusy={sort.isPending}
            up={at > 0 ? () => move(at, -1) : null}
            down={at < run.stops.length - 1 ? () => move(at, 1) : null}
          />
        ))}
      </ol>
      <div className="row-1 align-middle">
        <ButtonLink to={`/admin/run/${run.day}/${run.route}`}>Open the run sheet</ButtonLink>
        <ButtonLink
          look="line"
          to={`/admin/shipping/slips?orders=${orders.map(({ _id }) => _id).join(',')}`}
          target="_blank"
        >
          Print {counted(orders.length, 'packing slip')}
        </ButtonLink>
      </div>
    </section>
  )
}

type StopRowProps = {
  stop: RunStop
  isFilling: boolean
  isBusy: boolean
  up: (() => void) | null
  down: (() => void) | null
}

function StopRow({ stop: { company, name, orders }, isFilling, isBusy, up, down }: StopRowProps) {
  return (
    <li className={`grid align-middle rule-soft ${styles.stop}`}>
      <span className="break-words">
        <span className="strong">{company}</span>
        <span className="soft">, {name}</span>
      </span>
      <span>
        {orders.map(({ _id, number, pieces, unfilled = 0, outcome }) => (
          <span key={_id}>
            <OrderLink id={_id}>{number}</OrderLink> <span className="soft">{counted(pieces, 'bag')},</span>{' '}
            <span className={outcome === 'short' || outcome === 'nobody' ? 'alarm strong' : 'soft'}>
              {outcome ? OUTCOMES[outcome] : 'open'}
            </span>{' '}
            {isFilling && unfilled > 0 && !outcome ? (
              <span className="alarm strong">{unfilled} not filled </span>
            ) : null}
          </span>
        ))}
      </span>
      <span className="row-1">
        <Button
          look="quiet"
          disabled={!up || isBusy}
          aria-label={`Earlier: ${company}`}
          onClick={() => up?.()}
        >
          ↑
        </Button>
        <Button
          look="quiet"
          disabled={!down || isBusy}
          aria-label={`Later: ${company}`}
          onClick={() => down?.()}
        >
          ↓
        </Button>
      </span>
    </li>
  )
}

const OUTCOMES = {
  delivered: 'delivered',
  short: 'delivered, short',
  nobody: 'nobody there',
  'picked-up': 'picked up',
} as const

function Pickups({ of: pickups }: { of: AccountPickup[] }) {
  return (
    <section className="stack-2 pad-3 box" aria-labelledby="pickups">
      <h3 id="pickups">Picked up by accounts</h3>
      <ul className={styles.stops}>
        {pickups.map((order) => (
          <li key={order._id} className="stack-1 rule-soft">
            <p>
              <span className="strong">{order.company}</span>,{' '}
              <OrderLink id={order._id}>{order.number}</OrderLink>{' '}
              <span className="soft">
                {counted(order.pieces, 'bag')}, {formatDate(order.deliversOn, 'shortWeekday')}
              </span>
            </p>
            {order.outcome === null ? (
              <PickUp order={order} />
            ) : (
              <p className="soft">Picked up{order.receivedBy ? ` by ${order.receivedBy}` : ''}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function PickUp({ order: { _id, company } }: { order: AccountPickup }) {
  const [name, setName] = useState('')
  const pickUp = useChange(
    () => call(deliveries.pickUp, { params: { id: _id }, body: { receivedBy: name } }),
    'deliveries',
    'orders',
  )
  return (
    <form
      className={`row-1 ${styles.pickup}`}
      aria-label={`Hand over to ${company}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!pickUp.isPending) pickUp.mutate()
      }}
    >
      <Field
        label="Handed over to"
        value={name}
        maxLength={80}
        required
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={pickUp.isPending}>
        Hand over
      </Button>
    </form>
  )
}

type LateProps = { of: Reply<typeof deliveries.day>['late']; today: string }

/** Orders of earlier days that were neither delivered nor moved to another day. */
function Late({ of: late, today }: LateProps) {
  const move = useChange(
    (id: string) => call(deliveries.move, { params: { id }, body: { day: today } }),
    'deliveries',
  )
  return (
    <section className="stack-2 pad-3 box" aria-labelledby="late">
      <h3 id="late">Not delivered yet</h3>
      <ul className={styles.stops}>
        {late.map(({ _id, number, company, name, deliversOn }) => (
          <li key={_id} className={`grid align-middle rule-soft ${styles.stop}`}>
            <span>
              {company}, {name}
            </span>
            <span>
              <OrderLink id={_id}>{number}</OrderLink>{' '}
              <span className="alarm strong">{formatDate(deliversOn, 'shortWeekday')}</span>
            </span>
            <Button
              look="line"
              busy={move.isPending && move.variables === _id}
              onClick={() => move.mutate(_id)}
            >
              Deliver today
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
