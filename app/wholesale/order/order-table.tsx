/** The table in which an account orders, for its buyers and for staff. */
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#shared/kernel/dates.ts'
import { dayText, timeText } from '#shared/kernel/days.ts'
import { formatCents, formatDollars } from '#shared/kernel/pricing.ts'
import type { Delivery, OrderForm } from '#shared/wholesale/api/account-orders.ts'
import { poundsOf } from '#shared/wholesale/prices.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField, TextareaField } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import styles from './order.module.css'
import { Paste } from './paste.tsx'
import { Row } from './row.tsx'
import { Refused } from './refused.tsx'
import { useOrder, type Entry, type Order } from './use-order.ts'
import { useSending, type Placed, type SendOrder } from './use-sending.ts'
import { useShipping, type AskShipping, type Shipping } from './use-shipping.ts'

type Props = {
  form: OrderForm
  send: SendOrder
  /** Asks what parcels cost; without it the page says when that is known. */
  askShipping?: AskShipping
  onSent: (order: Placed) => void
  /** Reads the form again, after prices or stock have changed. */
  reload: () => void
  /** Fields that only staff have. */
  children?: ReactNode
  /** The page of an order, for people who may see it. */
  pathOf?: (order: string) => string
  /** What is ordered if nothing is typed yet, such as the lines of last time. */
  first?: readonly Entry[]
}

export function OrderTable({ form, send, askShipping, onSent, reload, children, pathOf, first }: Props) {
  const order = useOrder(form, first)
  const shipping = useShipping(form, order, askShipping)
  const { totalCents } = shipping
  const sending = useSending({ form, order, totalCents, send, onSent, reload })
  if (form.deliveries.length === 0)
    return <p>No delivery day is agreed for {form.location.name} yet. Please call us.</p>
  const prices = new Map(order.sums.lines.map(({ sizeId, priceCents }) => [sizeId, priceCents]))
  return (
    <div className="stack-3 may-shrink">
      {first ? null : <Begin form={form} order={order} />}
      {form.rows.length === 0 ? <p>There is nothing on your price list yet. Please call us.</p> : null}
      <ol className={styles.rows} aria-label="Products">
        {order.lines.map((line) => (
          <Row
            key={`${line.row.sizeId} ${line.entry.grind}`}
            line={line}
            order={order}
            priceCents={prices.get(line.row.sizeId) ?? Math.round(line.row.price * 100)}
          />
        ))}
      </ol>
      <Paste rows={form.rows} order={order} />
      <Details form={form} order={order} problems={sending.problems} />
      {children}
      {shipping.isParcel ? <ShippingPrice of={shipping} /> : null}
      <Refused sending={sending} order={order} />
      <Bar form={form} order={order} shipping={shipping} sending={sending} isDesk={children !== undefined}>
        <Booked form={form} day={order.typed.deliversOn} pathOf={pathOf} />
      </Bar>
    </div>
  )
}

function Begin({ form: { last, changes }, order }: { form: OrderForm; order: Order }) {
  const [left, setLeft] = useState(0)
  if (changes)
    return <p>You change order No. {changes.number}. It stays as it is until you send the changes.</p>
  if (!last) return <p>This is your first order here: enter how many pieces of each you want.</p>
  return (
    <div className="row-1-2">
      <Button
        onClick={() => {
          setLeft(order.load(last.lines))
          announce('Same as last time')
        }}
      >
        Same as last time
      </Button>
      {order.ordered.length > 0 ? (
        <Button look="quiet" onClick={() => order.load([])}>
          Clear
        </Button>
      ) : null}
      {left > 0 ? (
        <p className="alarm full-width" role="status">
          {left === 1 ? 'One line' : `${left} lines`} of your last order can no longer be ordered.
        </p>
      ) : null}
    </div>
  )
}

function Details({
  form,
  order: { typed, write },
  problems,
}: {
  form: OrderForm
  order: Order
  problems: Readonly<Record<string, string>>
}) {
  return (
    <div className="stack-3 align-top measure-form halves-48">
      <SelectField
        label={{ van: 'Delivery', pickup: 'Pickup', parcel: 'Leaves our shop' }[form.location.handover]}
        unmarked
        value={typed.deliversOn}
        onChange={({ target }) => write({ deliversOn: target.value })}
      >
        {form.deliveries.map(({ deliversOn }) => (
          <option key={deliversOn} value={deliversOn}>
            {formatDate(deliversOn, 'shortWeekday')}
          </option>
        ))}
      </SelectField>
      <Field
        label="PO number"
        maxLength={40}
        required={form.company.poRequired}
        value={typed.poNumber}
        problem={problems['poNumber'] ?? ''}
        onChange={({ target }) => write({ poNumber: target.value })}
        hint="Printed on the invoice and the slip"
      />
      <TextareaField
        label="Note"
        rows={2}
        maxLength={500}
        value={typed.note}
        onChange={({ target }) => write({ note: target.value })}
      />
    </div>
  )
}

/** The carrier's price of the parcels, which is on the order and on the invoice. */
function ShippingPrice({ of: { cents, canAsk, ask, isAsking, problem } }: { of: Shipping }) {
  return (
    <div className="stack-1">
      <p role="status">
        {cents === null
          ? 'Parcels cost what the carrier asks for them. The price is added when you send the order, and is on the order and the invoice.'
          : `Shipping in parcels costs ${formatCents(cents)}.`}
      </p>
      {canAsk ? (
        <Button look="line" className="self-left" busy={isAsking} onClick={ask}>
          Price of shipping
        </Button>
      ) : null}
      {problem && cents === null ? (
        <p role="alert" className="alarm">
          {problem}.
        </p>
      ) : null}
    </div>
  )
}

/**
 * The bar that stays in view while the table scrolls: the total, the weight, how much is missing to the minimum, the delivery
 * day with its cut-off, and the button, which names the account and the location.
 */
function Bar({
  form,
  order: { sums, delivery, ordered },
  shipping: { cents, totalCents },
  sending,
  isDesk,
  children,
}: {
  form: OrderForm
  order: Order
  shipping: Shipping
  sending: ReturnType<typeof useSending>
  isDesk: boolean
  children: ReactNode
}) {
  const { company, location } = form
  const name = company.name === location.name ? company.name : `${company.name}, ${location.name}`
  const verb = form.changes ? 'Send the changes' : company.onAccount ? 'Order' : 'Order and pay'
  return (
    <div className={`rule ${isDesk ? 'mat' : 'paper'} ${styles.bar}`} role="region" aria-label="Your order">
      <div className={`packed figures small may-shrink ${styles.state}`}>
        <p>
          <strong className={styles.total}>{formatCents(totalCents ?? sums.totalCents)}</strong>{' '}
          {sums.taxCents > 0 ? `with ${formatCents(sums.taxCents)} tax` : 'no tax'} · {poundsOf(sums.grams)}{' '}
          lb
          {cents === null ? ' · plus shipping' : cents > 0 ? ` · ${formatCents(cents)} shipping` : ''}
        </p>
        <Missing form={form} sums={sums} />
        <p className="soft">{delivery ? cutOffText(delivery) : ''}</p>
        {children}
      </div>
      <Button
        busy={sending.isSending}
        aria-disabled={ordered.length === 0 || undefined}
        onClick={() => sending.send({})}
      >
        {verb} <span className={styles.for}>for {name}</span>
      </Button>
    </div>
  )
}

/** Warns of a second order for the same day, which is rarely meant. */
function Booked({
  form: { booked, changes },
  day,
  pathOf,
}: {
  form: OrderForm
  day: string
  pathOf: Props['pathOf']
}) {
  const found = booked.filter(({ deliversOn }) => deliversOn === day)
  if (found.length === 0 || changes) return null
  return (
    <p className="alarm">
      Already ordered for this day:{' '}
      {found.map(({ order }, index) => (
        <span key={order?._id ?? index} className="nowrap">
          {index > 0 ? ', ' : ''}
          {order === null ? (
            'a standing order'
          ) : (
            <>
              {pathOf ? <Link to={pathOf(order._id)}>No. {order.number}</Link> : `No. ${order.number}`},{' '}
              {formatDollars(order.total)}
            </>
          )}
        </span>
      ))}
    </p>
  )
}

function Missing({ form: { minimum, breaks }, sums }: { form: OrderForm; sums: Order['sums'] }) {
  if (sums.missing > 0)
    return (
      <p className="alarm">
        {minimum.kind === 'grams' ? `${poundsOf(sums.missing)} lb` : formatCents(sums.missing)} missing to the
        minimum of{' '}
        {minimum.kind === 'grams' ? `${poundsOf(minimum.value)} lb of coffee` : formatCents(minimum.value)}
      </p>
    )
  if (breaks.length === 0 || !sums.nextBreak) return null
  const { pounds, percent } = sums.nextBreak
  return (
    <p className="soft">
      From {pounds} lb on, {percent}% off the coffee
    </p>
  )
}

function cutOffText({ deliversOn, orderBy }: Delivery): string {
  return `${formatDate(deliversOn, 'shortWeekday')} · order by ${dayText(orderBy.day, null)}, ${timeText(orderBy.time)}`
}
