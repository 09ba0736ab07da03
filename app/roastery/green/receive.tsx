import { useState } from 'react'
import { green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { ChangeForm, useChange } from './change-form.tsx'
import styles from './green.module.css'

/** Receives a contract, with the weight that really arrived. */
export function Receive({ lot }: { lot: WholeGreenLot }) {
  const { large } = useWeightUnits()
  const { problems, showProblems, events } = useProblems()
  const [grams, setGrams] = useState<number | null>(lot.boughtGrams)
  const [arrivedOn, setDay] = useState('')
  const [note, setNote] = useState('')
  const receiving = useChange(
    () => call(green.receive, { params: { id: lot._id }, body: { arrivedOn, grams: grams ?? 0, note } }),
    'Lot received',
    (error) => showProblems(null, fieldsIn(error)),
  )
  return (
    <section className={`stack-2 ${styles.section}`} aria-label="Receive">
      <h2>Receive</h2>
      <ChangeForm changing={receiving} submit="Receive" events={events}>
        <Field
          label="Arrived on"
          name="arrivedOn"
          type="date"
          required
          data-missing="Enter the day of arrival."
          value={arrivedOn}
          onChange={({ target }) => setDay(target.value)}
          problem={problems['arrivedOn']}
        />
        <WeightInput
          label="Weight that arrived"
          name="grams"
          hint="Weigh it. The weight in the contract is not always the weight of the bags"
          unit={large}
          required
          value={grams}
          onChange={setGrams}
          problem={problems['grams']}
        />
        <Field
          label="Note"
          name="note"
          maxLength={200}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          problem={problems['note']}
        />
      </ChangeForm>
    </section>
  )
}
