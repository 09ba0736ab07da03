import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { promises, type AffectedOrder } from '#shared/roastery/api/promises.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { OrderLink } from '#app/platform/orders/order-link.tsx'
import { ask } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckBox } from '#app/platform/ui/check-field.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { MovedMail } from './moved-mail.tsx'
import styles from './moved-orders.module.css'
import { useMovePromises } from './use-move-promises.ts'

/** Dates to move: paid orders whose roast day is over, closed or too full, with new dates for their buyers. */
export default function MovedOrders() {
  return <AdminPage title="Dates to move">{() => <Affected />}</AdminPage>
}

function Affected() {
  const answer = useQuery(ask(promises.affected, {}))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [message, setMessage] = useState('')
  const move = useMovePromises(() => {
    setLeft(new Set())
    setMessage('')
  })
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="orders" />
  const { orders, count } = answer.data
  const movable = orders.filter(({ next }) => next !== null)
  const chosen = movable.filter(({ _id }) => !left.has(_id))
  const toggle = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const setAll = (isChosen: boolean) => setLeft(new Set(isChosen ? [] : movable.map(({ _id }) => _id)))
  return (
    <div className="stack-3">
      <div className="row-0-3 align-middle">
        <p role="status">{statusText(count, orders.length)}</p>
        {movable.length > 0 ? (
          <Button look="quiet" onClick={() => setAll(chosen.length === 0)}>
            {chosen.length === 0 ? 'Choose all' : 'Choose none'}
          </Button>
        ) : null}
      </div>
      {orders.length > 0 ? (
        <>
          <Table
            label="Orders that need a new date"
            columns={columnsOf(left, toggle)}
            rows={orders}
            keyOf={(order) => order._id}
          />
          <TextareaField
            label="A sentence for the email"
            hint="Why the date changes. The email has the new and the old date, and says how to cancel"
            rows={2}
            maxLength={500}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
          {chosen[0] ? <MovedMail order={chosen[0]} message={message} /> : null}
          <MoveButton
            count={chosen.length}
            busy={move.isPending}
            onMove={() => move.mutate({ orders: chosen.map(({ _id }) => _id), message })}
          />
        </>
      ) : null}
    </div>
  )
}

function MoveButton({ count, busy, onMove }: { count: number; busy: boolean; onMove: () => void }) {
  return (
    <p>
      <Button busy={busy} disabled={count === 0} onClick={onMove}>
        {count === 0
          ? 'Move and tell the buyers'
          : `Move ${counted(count, 'order')} and tell ${plural(count, 'the buyer', 'the buyers')}`}
      </Button>
    </p>
  )
}

function statusText(count: number, shown: number): string {
  if (count === 0) return 'All orders have a date that fits the roast plan.'
  const text = `${counted(count, 'order')} ${plural(count, 'needs', 'need')} a new date`
  return shown < count ? `${text}; the ${shown} oldest are shown.` : `${text}.`
}

function columnsOf(left: ReadonlySet<string>, toggle: (id: string) => void): Column<AffectedOrder>[] {
  return [
    {
      name: 'BUYER',
      rowHeader: true,
      title: true,
      of: ({ _id, number, buyer, next }) => (
        <span className={`flex gap-2 align-middle ${styles.pick}`}>
          <CheckBox
            aria-label={`Choose order ${number} of ${buyer.name}`}
            checked={next !== null && !left.has(_id)}
            disabled={next === null}
            onChange={() => toggle(_id)}
          />
          <span className="grid">
            <OrderLink id={_id}>
              {buyer.name}
              <span className="visually-hidden">, order {number}</span>
            </OrderLink>
            <span className="soft">{number}</span>
          </span>
        </span>
      ),
    },
    {
      name: 'PROMISED',
      noWrap: true,
      of: ({ roastsOn }) => (roastsOn ? `Roasts ${formatDate(roastsOn, 'shortWeekday')}` : 'No date'),
    },
    { name: 'WHY', of: ({ reason }) => reason },
    { name: 'NEW DATE', of: ({ next }) => (next ? sentence(next.text) : 'None within the next 60 days') },
  ]
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
