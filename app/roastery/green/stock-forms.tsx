/** The forms that change what is left of a lot: its arrival, a count, and a change with a reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { CHANGE_REASONS, green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { bothWeights, type WeightUnit } from '#shared/kernel/weights.ts'
import { call, fieldsIn, isConflict } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { useBase } from '#app/platform/admin/use-base.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { ReasonField } from '../correction.tsx'
import styles from './green.module.css'

/** Receives a contract, with the weight that really arrived. */
export function Receive({ lot }: { lot: WholeGreenLot }) {
  const { large } = useWeightUnits()
  const typed = useTyped(lot.boughtGrams)
  const [arrivedOn, setDay] = useState('')
  const receiving = useChange(
    () => call(green.receive, { params: { id: lot._id }, body: { arrivedOn, ...typed.sent } }),
    'Lot received',
    typed.showError,
  )
  return (
    <section className={`stack-2 ${styles.section}`} aria-label="Receive">
      <h2>Receive</h2>
      <StockForm
        typed={typed}
        changing={receiving}
        submit="Receive"
        weight={{
          label: 'Weight that arrived',
          name: 'grams',
          unit: large,
          hint: 'Weigh it. The weight in the contract is not always the weight of the bags',
        }}
      >
        <Field
          label="Arrived on"
          name="arrivedOn"
          type="date"
          required
          data-missing="Enter the day of arrival."
          value={arrivedOn}
          onChange={({ target }) => setDay(target.value)}
          problem={typed.problems['arrivedOn']}
        />
      </StockForm>
    </section>
  )
}

/** Sets the weight that is left to the weight that was counted. */
export function Count({ lot }: { lot: WholeGreenLot }) {
  const { large } = useWeightUnits()
  const typed = useTyped(null)
  const { grams, sent } = typed
  const { base: expected, rebase } = useBase(lot.gramsLeft, grams !== null)
  const counting = useChange(
    async () => {
      const body = { counted: sent.grams, expected, note: sent.note }
      const saved = await call(green.count, { params: { id: lot._id }, body })
      typed.clear()
      return saved
    },
    'Count saved',
    (error) => {
      if (isConflict(error)) rebase()
      typed.showError(error)
    },
  )
  const difference = grams === null || Number.isNaN(grams) ? 0 : grams - expected
  const differenceText = `${bothWeights(Math.abs(difference), large)} ${difference > 0 ? 'more' : 'less'} than expected`
  return (
    <Disclosure summary="Count it" name="lot-change">
      <StockForm
        typed={typed}
        changing={counting}
        submit="Save the count"
        weight={{
          label: 'Counted',
          name: 'counted',
          unit: large,
          hint: difference === 0 ? undefined : differenceText,
        }}
      >
        <p>{bothWeights(expected, large)} should be left. Weigh what is there.</p>
      </StockForm>
    </Disclosure>
  )
}

type Reason = (typeof CHANGE_REASONS)[number]

/** Takes coffee out of a lot, or adds some, with a reason. */
export function Change({ lot: { _id: id } }: { lot: WholeGreenLot }) {
  const { small } = useWeightUnits()
  const typed = useTyped(null)
  const [sign, setSign] = useState<-1 | 1>(-1)
  const [reason, setReason] = useState<Reason>('sample')
  const sendOnce = useSendOnce()
  const changing = useChange(
    async () => {
      const body = { change: sign * typed.sent.grams, reason, note: typed.sent.note }
      const saved = await sendOnce(body, (idempotencyKey) =>
        call(green.adjust, { params: { id }, body }, { idempotencyKey }),
      )
      typed.clear()
      return saved
    },
    'Lot changed',
    typed.showError,
  )
  return (
    <Disclosure summary="Take some out, or add some" name="lot-change">
      <StockForm
        typed={typed}
        changing={changing}
        submit="Save the change"
        weight={{ label: 'Weight', name: 'change', unit: small }}
        reason={<ReasonField reasons={CHANGE_REASONS} value={reason} onChange={setReason} />}
      >
        <Direction sign={sign} onChange={setSign} />
      </StockForm>
    </Disclosure>
  )
}

function Direction({ sign, onChange }: { sign: -1 | 1; onChange: (sign: -1 | 1) => void }) {
  return (
    <fieldset className={`row-1 ${styles.directions}`}>
      <legend className="label">Direction</legend>
      {([-1, 1] as const).map((each) => (
        <label key={each} className="flex align-middle target">
          <input type="radio" name="direction" checked={sign === each} onChange={() => onChange(each)} />
          {each < 0 ? 'Take out' : 'Add'}
        </label>
      ))}
    </fieldset>
  )
}

/** A change that returns the lot, which is then shown. */
export function useChange(
  change: () => Promise<WholeGreenLot>,
  done: string,
  onError: (error: Error) => void = () => {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (lot) => {
      client.setQueryData(ask(green.one, { params: { id: lot._id } }).queryKey, lot)
      toast.success(done)
      await refresh(client, 'green', 'roasts')
    },
    onError: (error) => {
      toast.error(error.message)
      onError(error)
      void refresh(client, 'green')
    },
  })
}

/** The weight and the note that are typed in a form. */
function useTyped(initial: number | null) {
  const { problems, showProblems, events } = useProblems()
  const [grams, setGrams] = useState(initial)
  const [note, setNote] = useState('')
  return {
    problems,
    events,
    grams,
    setGrams,
    note,
    setNote,
    sent: { grams: grams ?? 0, note },
    showError: (error: Error) => showProblems(null, fieldsIn(error)),
    clear: () => {
      setGrams(null)
      setNote('')
    },
  }
}

type StockFormProps = {
  typed: ReturnType<typeof useTyped>
  changing: { isPending: boolean; mutate: () => void }
  submit: string
  weight: { label: string; name: string; unit: WeightUnit; hint?: string | undefined }
  /** Between the weight and the note. */
  reason?: ReactNode
  children: ReactNode
}

/** Fields, a weight, a note, and a button that sends the change. */
function StockForm({ typed, changing, submit, weight, reason, children }: StockFormProps) {
  const { problems, events } = typed
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!changing.isPending) changing.mutate()
  }
  return (
    <form className={`stack-2 ${styles.form}`} {...events} onSubmit={send}>
      {children}
      <WeightInput
        {...weight}
        required
        value={typed.grams}
        onChange={typed.setGrams}
        problem={problems[weight.name]}
      />
      {reason}
      <Field
        label="Note"
        name="note"
        maxLength={200}
        value={typed.note}
        onChange={({ target }) => typed.setNote(target.value)}
        problem={problems['note']}
      />
      <Button type="submit" busy={changing.isPending}>
        {submit}
      </Button>
    </form>
  )
}
