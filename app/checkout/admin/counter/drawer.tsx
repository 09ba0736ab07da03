/** The drawer of the counter: the start of the day, cash paid in and out, and the close. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import {
  counterDays,
  MAX_MOVE_REASON,
  type CounterDay,
  type CounterNow,
  type OpenDay,
} from '#shared/checkout/api/counter-days.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars, toCents, toDecimal } from '#shared/kernel/pricing.ts'
import { call, fieldsIn, isConflict } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { amountIn } from './amounts.ts'
import styles from './counter.module.css'
import { DayFacts } from './day.tsx'
import { KINDS } from './days.ts'

/** What the drawer needs: a start if no day is open, otherwise what went in and out, and the close. */
export function Drawer({ now }: { now: CounterNow }) {
  const [closed, setClosed] = useState<CounterDay | null>(null)
  return (
    <section className={`stack-2 ${styles.drawer}`} aria-labelledby="drawer">
      <h2 id="drawer">Drawer</h2>
      {closed ? <Closed day={closed} /> : null}
      {now.open ? (
        <Open key={now.open._id} day={now.open} onClosed={setClosed} />
      ) : (
        <Start left={now.left} onStarted={() => setClosed(null)} />
      )}
    </section>
  )
}

function Closed({ day }: { day: CounterDay }) {
  return (
    <div className="stack-2" role="status">
      <p>The day is closed. The next sale belongs to a new day.</p>
      <DayFacts day={day} />
    </div>
  )
}

function Start({ left, onStarted }: { left: number | null; onStarted: () => void }) {
  const form = useDrawerForm(
    ({ start }) => ({ start: amountIn(start ?? '') }),
    (body, idempotencyKey) => call(counterDays.start, { body }, { idempotencyKey }),
    () => {
      onStarted()
      toast.success('The day has started')
    },
  )
  return (
    <DrawerForm form={form} submit="Start the day">
      <p>
        No day is open. Count the drawer and start one.
        {left === null
          ? ''
          : ` The last close left ${formatDollars(left)}; if you sell first, the day starts with that.`}
      </p>
      <DrawerField
        form={form}
        label="Cash in the drawer, in dollars"
        name="start"
        {...AMOUNT}
        required
        defaultValue={left === null ? '' : toDecimal(toCents(left))}
      />
    </DrawerForm>
  )
}

function Open({ day, onClosed }: { day: OpenDay; onClosed: (day: CounterDay) => void }) {
  return (
    <>
      <p>
        Started on {formatDate(day.openedAt, 'shortDayAndTime')} by {day.openedBy}, with{' '}
        {formatDollars(day.start)} in the drawer.
      </p>
      {day.moves.length > 0 ? (
        <ul className={styles.moves}>
          {day.moves.map(({ _id, kind, amount, reason, at }) => (
            <li key={_id}>
              <span>
                {KINDS[kind]}: {reason} <span className="soft">{formatDate(at, 'time')}</span>
              </span>
              <span>{formatDollars(Math.abs(amount))}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Disclosure summary="Pay in or out" name="drawer">
          <Move />
        </Disclosure>
        <Disclosure summary="Close the day" name="drawer">
          <Close day={day} onClosed={onClosed} />
        </Disclosure>
      </div>
    </>
  )
}

function Move() {
  const form = useDrawerForm(
    ({ kind, amount, reason }) => ({
      kind: kind === 'in' ? ('in' as const) : ('out' as const),
      amount: amountIn(amount ?? ''),
      reason: reason ?? '',
    }),
    (body, idempotencyKey) => call(counterDays.move, { body }, { idempotencyKey }),
    (_now, { kind, amount }) =>
      toast.success(`${formatDollars(amount)} ${kind === 'in' ? 'paid in' : 'paid out'}`),
  )
  return (
    <DrawerForm form={form} submit="Record it">
      <fieldset className={styles.choice}>
        <legend className="label">Direction</legend>
        {(['out', 'in'] as const).map((kind) => (
          <label key={kind}>
            <input type="radio" name="kind" value={kind} defaultChecked={kind === 'out'} />
            {KINDS[kind]}
          </label>
        ))}
      </fieldset>
      <DrawerField form={form} label="Amount in dollars" name="amount" {...AMOUNT} required />
      <DrawerField
        form={form}
        label="Reason"
        name="reason"
        maxLength={MAX_MOVE_REASON}
        required
        hint="Milk, change from the bank, a tip paid out."
      />
    </DrawerForm>
  )
}

function Close({ day, onClosed }: { day: OpenDay; onClosed: (day: CounterDay) => void }) {
  const form = useDrawerForm(
    ({ counted, taken, note }) => ({
      _id: day._id,
      version: day.version,
      counted: amountIn(counted ?? ''),
      taken: taken ? amountIn(taken) : 0,
      note: note ?? '',
    }),
    (body, idempotencyKey) => call(counterDays.close, { body }, { idempotencyKey }),
    onClosed,
  )
  return (
    <DrawerForm form={form} submit="Close the day">
      <p>Count the cash first. The shop says afterwards what should have been there.</p>
      <DrawerField form={form} label="Counted, in dollars" name="counted" {...AMOUNT} required />
      <DrawerField
        form={form}
        label="Taken out for the bank"
        name="taken"
        {...AMOUNT}
        hint="The rest stays in the drawer for the next day."
      />
      <DrawerField form={form} label="Note" name="note" maxLength={MAX_MOVE_REASON} />
    </DrawerForm>
  )
}

type Texts = Record<string, string>

/** A form about the drawer, whose retries change nothing twice. */
function useDrawerForm<Body extends object, Reply>(
  bodyOf: (typed: Texts) => Body,
  send: (body: Body, idempotencyKey: string) => Promise<Reply>,
  onDone: (reply: Reply, body: Body) => void,
) {
  const client = useQueryClient()
  const node = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const sendOnce = useSendOnce()
  const sending = useMutation({
    mutationFn: (body: Body) => sendOnce(body, (key) => send(body, key)),
    onSuccess: async (reply, body) => {
      node.current?.reset()
      onDone(reply, body)
      await refresh(client, 'counter-day', 'counter-days')
    },
    onError: (error) => {
      showProblems(node.current, fieldsIn(error))
      // Another device may have closed the day, or taken cash.
      if (isConflict(error)) void refresh(client, 'counter-day')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    clear()
    const typed = new FormData(event.currentTarget)
    sending.mutate(bodyOf(textsOf(typed, ...([...typed.keys()] as string[]))))
  }
  const error = sending.error && Object.keys(problems).length === 0 ? sending.error.message : null
  return { node, problems, events, submit, error, isBusy: sending.isPending }
}

type DrawerFormState = ReturnType<typeof useDrawerForm>

type FormProps = {
  form: DrawerFormState
  submit: string
  children: ReactNode
}

function DrawerForm({
  form: { node, events, submit: onSubmit, error, isBusy },
  submit,
  children,
}: FormProps) {
  return (
    <form {...events} ref={node} onSubmit={onSubmit} className="stack-2 items-left pad-y-2">
      {children}
      {error ? <Alert tone="danger">{error}</Alert> : null}
      <Button type="submit" busy={isBusy}>
        {submit}
      </Button>
    </form>
  )
}

const AMOUNT = { inputMode: 'decimal', maxLength: 12 } as const

type DrawerFieldProps = Omit<ComponentProps<typeof Field>, 'form'> & { form: DrawerFormState; name: string }

/** A field of a form about the drawer, with its problem. */
function DrawerField({ form, ...rest }: DrawerFieldProps) {
  return <Field autoComplete="off" problem={form.problems[rest.name]} {...rest} />
}
