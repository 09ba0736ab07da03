import { useState } from 'react'
import { weekOrders, type WeekOrder } from '#shared/wholesale/api/week-orders.ts'
import type { OrderForm } from '#shared/wholesale/api/account-orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { call, CallError, type Input } from '#app/platform/api/call.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { Lines, useLines, type Line } from '../lines/lines.tsx'
import { untilText } from '../standing/texts.ts'
import { missingText, sumsOf, type Sums } from './sums.ts'
import styles from './week.module.css'

type Props = { token: string; week: WeekOrder; onSent: (now: WeekOrder) => void }

/** The lines of last time, the day, and the button, which names the location. */
export function WeekForm({ token, week, onSent }: Props) {
  const { form } = week
  const chosen = useLines(form.rows, firstLines(week))
  const [delivery, setDelivery] = useState({
    deliversOn: form.changes?.deliversOn || form.deliveries[0]?.deliversOn || '',
    poNumber: form.changes?.poNumber ?? '',
  })
  const sums = sumsOf(form, chosen.lines)
  const { send, problem, isBusy } = useSending(token, onSent)
  const submit = () => {
    const lines = chosen.lines.flatMap(({ sizeId, grind, qty }) => {
      const row = form.rows.find((each) => each.sizeId === sizeId)
      return row && qty > 0 ? [{ product: row.product, sizeId, grind, qty }] : []
    })
    const note = form.changes?.note ?? ''
    return send({ lines, note, ...delivery, ...(sums.total === null ? {} : { total: sums.total }) })
  }
  const title = form.last && !form.changes ? 'What you ordered last time' : 'Your order'
  return (
    <form
      className="stack-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <header className="stack-1">
        <h1 className={styles.title}>
          {form.company.name}, {form.location.name}
        </h1>
        <p className="lining">
          {title}. You can order and change it {untilText(week.endsAt)}.
        </p>
      </header>
      <Lines rows={form.rows} {...chosen} />
      <Delivery form={form} value={delivery} change={setDelivery} />
      {problem === '' ? null : <Alert tone="danger">{problem}.</Alert>}
      <Bar form={form} sums={sums} isBusy={isBusy} />
    </form>
  )
}

type Chosen = { deliversOn: string; poNumber: string }

function Delivery({
  form,
  value,
  change,
}: {
  form: OrderForm
  value: Chosen
  change: (value: Chosen) => void
}) {
  return (
    <div className="stack-2 halves-48">
      <SelectField
        label="Delivery"
        required
        value={value.deliversOn}
        onChange={({ target }) => change({ ...value, deliversOn: target.value })}
      >
        {form.deliveries.map((each) => (
          <option key={each.deliversOn} value={each.deliversOn}>
            {formatDate(each.deliversOn, 'weekday')}
          </option>
        ))}
      </SelectField>
      <Field
        label="PO number"
        maxLength={40}
        required={form.company.poRequired}
        value={value.poNumber}
        onChange={({ target }) => change({ ...value, poNumber: target.value })}
      />
    </div>
  )
}

/** The sum, what is missing to the minimum, and the button. */
function Bar({ form, sums, isBusy }: { form: OrderForm; sums: Sums; isBusy: boolean }) {
  const missing = missingText(form, sums)
  return (
    <div className={styles.bar}>
      <p className="lining" aria-live="polite">
        {sums.pounds} lb, <strong>{formatDollars(sums.total ?? sums.items)}</strong>
        {sums.total === null ? ' and shipping' : sums.tax > 0 ? ' with tax' : ''}
        {missing ? <span className="alarm">. {missing}</span> : null}
      </p>
      <Button type="submit" busy={isBusy} aria-disabled={sums.pieces === 0}>
        {form.changes ? 'Change the order' : 'Order'} for {form.location.name}
      </Button>
    </div>
  )
}

/** Sends the order once. After a question about a PO number that is used already, a second press confirms it. */
function useSending(token: string, onSent: Props['onSent']) {
  const [failure, setFailure] = useState<Error | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const sendOnce = useSendOnce()
  const repeatsPo = failure instanceof CallError && failure.data.code === 'po'
  const send = async (order: Omit<Wanted, 'token' | 'repeatsPo'>) => {
    setIsBusy(true)
    const body = { token, ...order, repeatsPo }
    try {
      onSent(await sendOnce(body, (key) => sendWeek(body, key)))
    } catch (error) {
      setFailure(error as Error)
    } finally {
      setIsBusy(false)
    }
  }
  return { send, isBusy, problem: failure?.message ?? '' }
}

type Wanted = Input<typeof weekOrders.send>['body']

function sendWeek(body: Wanted, idempotencyKey: string): Promise<WeekOrder> {
  return call(weekOrders.send, { body }, { idempotencyKey })
}

/** What was ordered with the link, or last time. */
function firstLines({ form }: WeekOrder): Line[] {
  if (form.changes) return form.changes.lines
  if (form.last) return form.last.lines
  return form.rows.slice(0, 5).map(({ sizeId, grinds }) => ({ sizeId, grind: grinds[0] ?? '', qty: 0 }))
}
