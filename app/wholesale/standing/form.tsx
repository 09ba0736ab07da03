import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountOrders, type OrderForm } from '#shared/wholesale/api/account-orders.ts'
import {
  standing,
  type StandingDate,
  type StandingOrder,
  type StandingPlace,
} from '#shared/wholesale/api/standing.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField, TextareaField } from '#app/platform/ui/field.tsx'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { Lines, useLines, type Line } from '../lines/lines.tsx'
import styles from './standing.module.css'
import { dayText, DAYS, rhythmText } from './texts.ts'

type Props = {
  /** The standing order that is changed; without one, a new one of one of the places. */
  order?: StandingOrder
  /** The date that is changed once. */
  date?: StandingDate
  places?: StandingPlace[]
  byStaff: boolean
  close: () => void
}

const NO_PLACES: StandingPlace[] = []

/** Reads what the account can buy, and shows the form. */
export function StandingForm({ order, date, places = NO_PLACES, byStaff, close }: Props) {
  const [place, setPlace] = useState(places[0])
  const location = order?.location._id ?? place!._id
  const company = order?.company._id ?? place!.company._id
  const query = { company, location }
  const answer = useQuery({
    ...(byStaff ? ask(accountOrders.deskForm, { query }) : ask(accountOrders.form, { query })),
    refetchOnWindowFocus: false,
  })
  const title = date
    ? `Change ${dayText(date)} only`
    : order
      ? `${rhythmText(order)}, ${order.location.name}`
      : 'New standing order'
  return (
    <section className={`stack-3 pad-3 box mat ${styles.card}`} aria-label={title}>
      <h2>{title}</h2>
      {places.length > 1 && !order ? (
        <SelectField
          label="Location"
          required
          value={place!._id}
          onChange={({ target }) => setPlace(places.find(({ _id }) => _id === target.value))}
        >
          {places.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      {answer.data ? (
        <Loaded key={location} form={answer.data} order={order} date={date} place={place} close={close} />
      ) : (
        <NotLoaded of={answer} what="the coffees" lines={4} />
      )}
    </section>
  )
}

type LoadedProps = {
  form: OrderForm
  order: StandingOrder | undefined
  date: StandingDate | undefined
  place: StandingPlace | undefined
  close: () => void
}

function Loaded({ form, order, date, place, close }: LoadedProps) {
  const chosen = useLines(form.rows, firstLines(form, order, date))
  const days = place?.weekdays.length ? place.weekdays : [1, 2, 3, 4, 5]
  const [pattern, setPattern] = useState<Chosen>({
    everyWeeks: order?.everyWeeks ?? 1,
    weekday: order?.weekday ?? days[0]!,
    startsOn: order?.startsOn ?? form.deliveries[0]?.deliversOn ?? '',
    poNumber: order?.poNumber ?? '',
    note: order?.note ?? '',
  })
  const sendOnce = useSendOnce()
  const save = useChange(async () => {
    const lines = chosen.lines
      .filter(({ qty }) => qty > 0)
      .map(({ sizeId, grind, qty }) => ({
        product: form.rows.find((row) => row.sizeId === sizeId)!.product,
        size: sizeId,
        grind,
        qty,
      }))
    const changed = await send({ order, date, location: form.location._id, lines, pattern }, sendOnce)
    close()
    return changed
  }, 'standing-orders')
  return (
    <form
      className="stack-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      {date ? null : <Pattern days={days} pattern={pattern} change={setPattern} isNew={!order} />}
      <Lines rows={form.rows} {...chosen} />
      {date ? null : <Details pattern={pattern} change={setPattern} isRequired={form.company.poRequired} />}
      <div className="row-1">
        <Button type="submit" busy={save.isPending}>
          {date ? 'Change only this delivery' : order ? 'Change from now on' : 'Start'}
        </Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type Chosen = {
  everyWeeks: 1 | 2
  weekday: number
  startsOn: string
  poNumber: string
  note: string
}
type PatternProps = { pattern: Chosen; change: (pattern: Chosen) => void }

function Pattern({
  days,
  pattern,
  change,
  isNew,
}: PatternProps & { days: readonly number[]; isNew: boolean }) {
  const offered = days.includes(pattern.weekday) ? days : [pattern.weekday, ...days]
  return (
    <div className="stack-2 thirds-48">
      <SelectField
        label="How often"
        required
        value={pattern.everyWeeks}
        onChange={({ target }) => change({ ...pattern, everyWeeks: Number(target.value) as 1 | 2 })}
      >
        <option value={1}>Every week</option>
        <option value={2}>Every second week</option>
      </SelectField>
      <SelectField
        label="Day of delivery"
        required
        value={pattern.weekday}
        onChange={({ target }) => change({ ...pattern, weekday: Number(target.value) })}
      >
        {offered.map((day) => (
          <option key={day} value={day}>
            {DAYS[day - 1]}
          </option>
        ))}
      </SelectField>
      <Field
        label={isNew ? 'Starts on or after' : 'Counted from'}
        type="date"
        required
        value={pattern.startsOn}
        onChange={({ target }) => change({ ...pattern, startsOn: target.value })}
      />
    </div>
  )
}

function Details({ pattern, change, isRequired }: PatternProps & { isRequired: boolean }) {
  return (
    <div className="stack-2 align-top halves-48">
      <Field
        label="PO number"
        maxLength={40}
        required={isRequired}
        value={pattern.poNumber}
        onChange={({ target }) => change({ ...pattern, poNumber: target.value })}
      />
      <TextareaField
        label="Note"
        rows={2}
        maxLength={500}
        value={pattern.note}
        onChange={({ target }) => change({ ...pattern, note: target.value })}
      />
    </div>
  )
}

type Sending = {
  order: StandingOrder | undefined
  date: StandingDate | undefined
  location: string
  lines: { product: string; size: string; grind: string; qty: number }[]
  pattern: Chosen
}

function send(
  { order, date, location, lines, pattern }: Sending,
  sendOnce: ReturnType<typeof useSendOnce>,
): Promise<{ message: string }> {
  if (!order) {
    const body = { location, lines, ...pattern }
    return sendOnce(body, (idempotencyKey) => call(standing.create, { body }, { idempotencyKey }))
  }
  const { _id: id, version } = order
  if (date) return call(standing.changeOnce, { params: { id }, body: { date: date._id, lines, version } })
  return call(standing.change, { params: { id }, body: { ...pattern, lines, version } })
}

/** The lines of the date or of the pattern; for a new standing order what was ordered last. */
function firstLines(
  form: OrderForm,
  order: StandingOrder | undefined,
  date: StandingDate | undefined,
): Line[] {
  const own = date?.lines ?? order?.lines
  if (own) return own.map(({ size: sizeId, grind, qty }) => ({ sizeId, grind, qty }))
  return form.last?.lines ?? []
}
