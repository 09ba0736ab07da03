import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type AffectedOrder, promises } from '#shared/roastery/api/promises.ts'
import { capitalized, counted, plural } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { OrderLink } from '#app/platform/orders/order-link.tsx'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { RowCheckBox } from '#app/platform/ui/row-check-box.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { WholeTable } from '#app/platform/admin/list/whole-list.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import styles from './moved-orders.module.css'
import { call } from '#app/platform/api/call.ts'
import { toast } from '#app/platform/ui/toast.tsx'

/** Reschedule: paid orders whose roast day is over, closed or too full, with new dates for their buyers. */
export default function MovedOrders() {
  return <AdminPage>{() => <Affected />}</AdminPage>
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
  const set: SetRows = (ids, isChosen) =>
    setLeft(isChosen ? left.difference(new Set(ids)) : left.union(new Set(ids)))
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
          <WholeTable
            base="/admin/reschedule"
            isOnePage
            label="Orders that need a new date"
            columns={columnsOf(left, set)}
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

type SetRows = (ids: readonly string[], isChosen: boolean) => void

function columnsOf(left: ReadonlySet<string>, set: SetRows): Column<AffectedOrder>[] {
  return [
    {
      name: 'BUYER',
      sort: 'buyer',
      by: ({ buyer }) => buyer.name,
      rowHeader: true,
      title: true,
      of: ({ _id, number, buyer, next }) => (
        <span className={`flex gap-2 align-middle ${styles.pick}`}>
          <RowCheckBox
            id={_id}
            aria-label={`Choose order ${number} of ${buyer.name}`}
            checked={next !== null && !left.has(_id)}
            disabled={next === null}
            set={set}
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
      sort: 'promised',
      by: ({ roastsOn }) => roastsOn,
      noWrap: true,
      of: ({ roastsOn }) => (roastsOn ? `Roasts ${formatDate(roastsOn, 'shortWeekday')}` : 'No date'),
    },
    { name: 'WHY', sort: 'why', by: ({ reason }) => reason, of: ({ reason }) => reason },
    { name: 'NEW DATE', of: ({ next }) => (next ? capitalized(next.text) : 'None within the next 60 days') },
  ]
}

/** The mail that the buyer of the first chosen order gets. */
function MovedMail({ order: { _id: order }, message }: { order: AffectedOrder; message: string }) {
  const typed = useDeferredValue(message)
  const mail = useQuery({
    queryKey: ['roastery', 'mail', order, typed],
    queryFn: () => call(promises.preview, { body: { order, message: typed } }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (mail.isError) return <LoadError error={mail.error} retry={mail.refetch} />
  return (
    <details className={`box-soft ${styles.mail}`}>
      <summary className="target">The email{mail.data ? ` to ${mail.data.to}` : ''}</summary>
      {mail.data ? (
        <>
          <p>
            <strong>{mail.data.subject}</strong>
          </p>
          <pre className={`break-words pre-wrap ${styles.text}`}>{mail.data.text}</pre>
        </>
      ) : (
        <p>Loading the email…</p>
      )}
    </details>
  )
}

/** Moves the dates of orders, and says how many were moved. */
function useMovePromises(onMoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { orders: string[]; message: string }) => call(promises.movePromises, { body }),
    onSuccess: ({ moved, skipped }) => {
      const told = `${counted(moved, 'order')} moved. ${plural(moved, 'Its buyer gets', 'Their buyers get')} an email`
      const rest = `${counted(skipped, 'order')} ${plural(skipped, 'was', 'were')} not moved: see the list`
      if (moved > 0) toast.success(skipped > 0 ? `${told}. ${rest}` : told)
      else toast.error(rest)
      onMoved()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'roastery', 'orders', 'desk', 'delivery'),
  })
}
