import { useState } from 'react'
import { CHANGE_REASONS, green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { ADJUSTMENT_TEXTS } from '#shared/roastery/roastery.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { ChangeForm, useChange } from './change-form.tsx'
import styles from './green.module.css'

const REASONS = CHANGE_REASONS.map((reason) => [reason, ADJUSTMENT_TEXTS[reason]] as const)

/** Takes coffee out of a lot, or adds some, with a reason. */
export function Change({ lot: { _id: id } }: { lot: WholeGreenLot }) {
  const { small } = useWeightUnits()
  const typed = useTypedChange(id)
  const { problems, grams, sign, reason, note } = typed
  return (
    <Disclosure summary="Take some out, or add some" name="lot-change">
      <ChangeForm changing={typed.changing} submit="Save the change" events={typed.events}>
        <Direction sign={sign} onChange={typed.setSign} />
        <WeightInput
          label="Weight"
          name="change"
          unit={small}
          required
          value={grams}
          onChange={typed.setGrams}
          problem={problems['change']}
        />
        <SelectField
          label="Reason"
          name="reason"
          unmarked
          value={reason}
          onChange={({ target }) => typed.setReason(CHANGE_REASONS.find((each) => each === target.value)!)}
        >
          {REASONS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <Field
          label="Note"
          name="note"
          maxLength={200}
          value={note}
          onChange={({ target }) => typed.setNote(target.value)}
          problem={problems['note']}
        />
      </ChangeForm>
    </Disclosure>
  )
}

function Direction({ sign, onChange }: { sign: -1 | 1; onChange: (sign: -1 | 1) => void }) {
  return (
    <fieldset className={styles.directions}>
      <legend>Direction</legend>
      {([-1, 1] as const).map((each) => (
        <label key={each}>
          <input type="radio" name="direction" checked={sign === each} onChange={() => onChange(each)} />
          {each < 0 ? 'Take out' : 'Add'}
        </label>
      ))}
    </fieldset>
  )
}

/** The typed change, and the request that sends it. */
function useTypedChange(id: string) {
  const { problems, showProblems, events } = useProblems()
  const [grams, setGrams] = useState<number | null>(null)
  const [sign, setSign] = useState<-1 | 1>(-1)
  const [reason, setReason] = useState<(typeof CHANGE_REASONS)[number]>('sample')
  const [note, setNote] = useState('')
  const sendOnce = useSendOnce()
  const changing = useChange(
    async () => {
      const body = { change: sign * (grams ?? 0), reason, note }
      const saved = await sendOnce(body, (idempotencyKey) =>
        call(green.adjust, { params: { id }, body }, { idempotencyKey }),
      )
      setGrams(null)
      setNote('')
      return saved
    },
    'Lot changed',
    (error) => showProblems(null, fieldsIn(error)),
  )
  return { problems, events, grams, setGrams, sign, setSign, reason, setReason, note, setNote, changing }
}
