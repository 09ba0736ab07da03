import { useState } from 'react'
import { green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { call, fieldsIn, isConflict } from '#app/platform/api/call.ts'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { useBase } from '#app/platform/admin/use-base.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { ChangeForm, useChange } from './change-form.tsx'

/** Sets the weight that is left to the weight that was counted. */
export function Count({ lot }: { lot: WholeGreenLot }) {
  const { large } = useWeightUnits()
  const { problems, showProblems, events } = useProblems()
  const [counted, setCounted] = useState<number | null>(null)
  const [note, setNote] = useState('')
  const { base: expected, rebase } = useBase(lot.gramsLeft, counted !== null)
  const counting = useChange(
    async () => {
      const saved = await call(green.count, {
        params: { id: lot._id },
        body: { counted: counted ?? 0, expected, note },
      })
      setCounted(null)
      setNote('')
      return saved
    },
    'Count saved',
    (error) => {
      if (isConflict(error)) rebase()
      showProblems(null, fieldsIn(error))
    },
  )
  const difference = counted === null || Number.isNaN(counted) ? 0 : counted - expected
  return (
    <Disclosure summary="Count it" name="lot-change">
      <ChangeForm changing={counting} submit="Save the count" events={events}>
        <p>{bothWeights(expected, large)} should be left. Weigh what is there.</p>
        <WeightInput
          label="Counted"
          name="counted"
          unit={large}
          required
          value={counted}
          onChange={setCounted}
          problem={problems['counted']}
          hint={
            difference === 0
              ? undefined
              : `${bothWeights(Math.abs(difference), large)} ${difference > 0 ? 'more' : 'less'} than expected`
          }
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
    </Disclosure>
  )
}
