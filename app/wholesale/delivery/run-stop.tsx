import { useState, type FormEvent } from 'react'
import type { Run, RunOrder, RunStop } from '#shared/wholesale/api/deliveries.ts'
import { SHORT_REASONS, SHORT_TEXTS, type ShortReason } from '#shared/wholesale/deliveries.ts'
import { addDays } from '#shared/kernel/days.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { clockText } from '#shared/platform/hours.ts'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import { reportNotStored } from '#app/platform/offline/notices.tsx'
import type { QueuedStep } from '#app/platform/offline/queue.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { runQueue, type RunStep } from './run-queue.ts'
import styles from './run.module.css'
import type { CompleteStop } from './use-complete-stop.ts'

type Props = { run: Run; stop: RunStop; isNext: boolean; complete: CompleteStop }

/** A stop with what is to be handed over, and what can happen there. */
export function OpenStop({ run, stop, isNext, complete }: Props) {
  const [isMissed, setMissed] = useState(false)
  const orders = stop.orders.filter(({ outcome }) => outcome === null)
  return (
    <article
      className={`stack-2 pad-2 box ${styles.stop}`}
      aria-labelledby={`stop-${stop._id}`}
      data-next={isNext || undefined}
    >
      <StopHead stop={stop} />
      <Place stop={stop} />
      {orders.map((order) => (
        <Goods key={order._id} order={order} />
      ))}
      <div className="stack-2 screen-only">
        {isMissed ? (
          <MissedForm {...{ run, stop, orders, complete }} close={() => setMissed(false)} />
        ) : (
          <>
            <HandOverForm {...{ run, stop, orders, complete }} />
            <Button look="line" onClick={() => setMissed(true)}>
              Nobody there
            </Button>
          </>
        )}
      </div>
      <p className={styles.signature}>Received by</p>
    </article>
  )
}

function StopHead({ stop: { _id, company, name } }: { stop: RunStop }) {
  return (
    <h2 id={`stop-${_id}`} className={styles.name}>
      {company}
      {name ? <span className="soft">, {name}</span> : null}
    </h2>
  )
}

function Place({ stop }: { stop: RunStop }) {
  const { address, address2, city, state, postalCode, phone, doorNote, recipient, company } = stop
  const place = `${address}, ${city}, ${state} ${postalCode}`
  return (
    <div className="stack-1">
      <p>
        <a
          className="reach"
          href={`https://maps.apple.com/?daddr=${encodeURIComponent(place)}`}
          target="_blank"
          rel="noreferrer"
        >
          {place}
        </a>
        {address2 ? `, ${address2}` : ''}
      </p>
      <p>
        {hoursText(stop)}
        {recipient && recipient !== company ? `. ${recipient}` : ''}
        {phone ? (
          <>
            {', '}
            <a className="reach" href={`tel:${phone}`}>
              {phone}
            </a>
          </>
        ) : null}
      </p>
      {doorNote ? <p className={`pad-2 mat ${styles.door}`}>{doorNote}</p> : null}
    </div>
  )
}

function hoursText({ receivesFrom, receivesTo }: RunStop): string {
  if (receivesFrom && receivesTo) return `Receives ${clockText(receivesFrom)} to ${clockText(receivesTo)}`
  if (receivesFrom) return `Receives from ${clockText(receivesFrom)}`
  return receivesTo ? `Receives until ${clockText(receivesTo)}` : 'Receives at any time'
}

function Goods({ order }: { order: RunOrder }) {
  const weigh = useWeigh()
  const { number, poNumber, note, pieces, grams, lines } = order
  return (
    <section className="stack-1" aria-label={`Order ${number}`}>
      <p className="strong">
        {counted(pieces, 'bag')}
        {grams > 0 ? `, ${weigh(grams)}` : ''} <span className="soft">Order {number}</span>
        {poNumber ? <span className="soft">, PO {poNumber}</span> : null}
      </p>
      <ul className={styles.lines}>
        {lines.map(({ line, qty, title }) => (
          <li key={line}>
            <span className={styles.qty}>{qty}</span> {title}
          </li>
        ))}
      </ul>
      {note ? <p className="soft break-words">{note}</p> : null}
    </section>
  )
}

type FormProps = { run: Run; stop: RunStop; orders: RunOrder[]; complete: CompleteStop }

/** The pieces that are missing, by order and line. */
type Shorts = Record<string, { qty: string; why: ShortReason }>

const keyOf = (order: string, line: number) => `${order} ${line}`

function HandOverForm({ run, stop, orders, complete }: FormProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const [shorts, setShorts] = useState<Shorts | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem('Enter who took the goods')
    const missing = shortsOf(orders, shorts ?? {})
    const all = orders.reduce((sum, { pieces }) => sum + pieces, 0)
    if (missing.reduce((sum, { qty }) => sum + qty, 0) >= all)
      return setProblem('Nothing would be delivered. Choose “Nobody there”')
    const body = {
      day: run.day,
      orders: orders.map(({ _id }) => _id),
      receivedBy: name.trim(),
      shorts: missing,
    }
    void complete(stop, { kind: 'handOver', input: { body } }, `Delivered to ${stop.company}`)
  }
  return (
    <form className="stack-2" onSubmit={submit} noValidate aria-label={`Hand over to ${stop.company}`}>
      <Field
        label="Handed over to"
        name="receivedBy"
        required
        value={name}
        maxLength={80}
        autoComplete="off"
        problem={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem('')
        }}
      />
      {shorts ? <ShortFields orders={orders} shorts={shorts} set={setShorts} /> : null}
      <Button type="submit">{shorts ? 'Delivered, short' : 'Delivered'}</Button>
      <Button look="line" onClick={() => setShorts(shorts ? null : {})}>
        {shorts ? 'Nothing is short' : 'Something is short'}
      </Button>
    </form>
  )
}

function shortsOf(orders: readonly RunOrder[], shorts: Shorts) {
  return orders.flatMap(({ _id: order, lines }) =>
    lines.flatMap(({ line, qty: ordered }) => {
      const short = shorts[keyOf(order, line)]
      const qty = Math.min(Math.trunc(Number(short?.qty ?? 0)) || 0, ordered)
      return short && qty > 0 ? [{ order, line, qty, why: short.why }] : []
    }),
  )
}

type ShortProps = { orders: RunOrder[]; shorts: Shorts; set: (shorts: Shorts) => void }

function ShortFields({ orders, shorts, set }: ShortProps) {
  return orders.flatMap(({ _id: order, lines }) =>
    lines.map(({ line, qty, title }) => {
      const key = keyOf(order, line)
      const short = shorts[key] ?? { qty: '', why: 'missing' as const }
      const change = (more: Partial<typeof short>) => set({ ...shorts, [key]: { ...short, ...more } })
      return (
        <fieldset key={key} className={`grid ${styles.short}`}>
          <legend>{title}</legend>
          <Field
            label={`Missing of ${qty}`}
            unmarked
            type="number"
            inputMode="numeric"
            min={0}
            max={qty}
            value={short.qty}
            onChange={(event) => change({ qty: event.target.value })}
          />
          <SelectField
            label="Why"
            required
            value={short.why}
            onChange={(event) => change({ why: event.target.value as ShortReason })}
          >
            {SHORT_REASONS.map((why) => (
              <option key={why} value={why}>
                {SHORT_TEXTS[why]}
              </option>
            ))}
          </SelectField>
        </fieldset>
      )
    }),
  )
}

function MissedForm({ run, stop, orders, complete, close }: FormProps & { close: () => void }) {
  const [newDay, setNewDay] = useState(addDays(run.day, 1))
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { day: run.day, orders: orders.map(({ _id }) => _id), newDay, note }
    void complete(stop, { kind: 'missed', input: { body } }, `Nobody at ${stop.company}`)
  }
  return (
    <form className="stack-2" onSubmit={submit} aria-label={`Nobody at ${stop.company}`}>
      <p>The goods stay in the van and are delivered on another day.</p>
      <Field
        label="New day"
        type="date"
        required
        min={addDays(run.day, 1)}
        value={newDay}
        onChange={(event) => setNewDay(event.target.value)}
      />
      <Field
        label="Note"
        value={note}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit">
        Nobody there: deliver on {newDay ? formatDate(newDay, 'shortWeekday') : '…'}
      </Button>
      <Button look="quiet" onClick={close}>
        Cancel
      </Button>
    </form>
  )
}

/** A stop at which everything is done. A step that was never sent can be taken back. */
export function DoneStop({ stop, waiting }: { stop: RunStop; waiting: QueuedStep<RunStep> | undefined }) {
  return (
    <article className={`stack-1 rule-soft ${styles.done}`} aria-labelledby={`stop-${stop._id}`}>
      <StopHead stop={stop} />
      {stop.orders.map((order) => (
        <p key={order._id}>
          {outcomeText(order)}
          {order.shorts.map(({ line, qty, why }) => (
            <span key={line} className="alarm">
              {' '}
              {qty} × {order.lines.find((each) => each.line === line)?.title}:{' '}
              {SHORT_TEXTS[why].toLowerCase()}.
            </span>
          ))}
        </p>
      ))}
      {waiting ? (
        <div className="row-2 align-middle screen-only">
          <span className="soft">Not sent yet</span>
          {waiting.tries === 0 ? (
            <Button look="quiet" onClick={() => void takeBack(waiting)}>
              Undo
            </Button>
          ) : null}
        </div>
      ) : null}
    </article>
  )
}

async function takeBack({ key }: QueuedStep<RunStep>): Promise<void> {
  try {
    if ((await runQueue.cancel(key)) === 'sent') toast.error('It was sent just now. Correct it at the desk')
  } catch (error) {
    reportNotStored(error)
  }
}

function outcomeText({ number, outcome, receivedBy, at, movedTo }: RunOrder): string {
  const when = at ? `, ${formatDate(at, 'time')}` : ''
  if (outcome === 'nobody')
    return `Order ${number}: nobody there${when}. ${movedTo ? `New day: ${formatDate(movedTo, 'shortWeekday')}.` : ''}`
  return `Order ${number}: delivered${receivedBy ? ` to ${receivedBy}` : ''}${when}.`
}
