import { useState, type FormEvent } from 'react'
import type { Batch } from '#shared/roastery/api/roast-day.ts'
import type { RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { isConflict } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { useBase } from '#app/platform/admin/use-base.ts'
import type { DayList } from './day-strip.tsx'
import styles from './roastery.module.css'
import { useBatchChange } from './use-batch-change.ts'
import { unitOf, weighIn } from './weigh.ts'

type Props = { batch: Batch; index: number; plan: RoastPlan; list: DayList; close: () => void }

/** Changes the weight and the day of a planned batch. */
export function BatchForm({ batch, index, plan, list, close }: Props) {
  const [typed, setTyped] = useState<{ grams?: number | null; day?: string }>({})
  const { base, rebase } = useBase(batch, Object.keys(typed).length > 0)
  const { grams = base.greenGrams, day = plan.day } = typed
  // The version also counts moves within the day, which this form does not undo.
  const { change } = useBatchChange(batch.greenGrams === base.greenGrams ? batch : base)
  const { problem, hint } = limitsFor(list, batch.roast._id, grams)
  const days = [
    ...new Set([plan.day, ...list.days.map((each) => each.day).filter((each) => each >= list.today)]),
  ]
  const onError = (error: Error) => {
    if (isConflict(error)) rebase()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem || grams === null || change.isPending) return
    const position = day === plan.day ? index : MOST_PLACES
    const done = `Batch ${batch.code} changed`
    change.mutate({ body: { greenGrams: grams, day, position }, done }, { onSuccess: close, onError })
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label={`Change batch ${batch.code}`} noValidate>
      <WeightInput
        label="Green coffee"
        value={grams}
        onChange={(next) => setTyped({ ...typed, grams: next })}
        unit={unitOf(plan.inPounds)}
        hint={hint}
        problem={problem}
        required
      />
      <SelectField
        label="Roast day"
        value={day}
        onChange={({ target }) => setTyped({ ...typed, day: target.value })}
      >
        {days.map((each) => (
          <option key={each} value={each}>
            {formatDate(each, 'shortWeekday')}
          </option>
        ))}
      </SelectField>
      <div className={`row-2 align-middle ${styles.actions}`}>
        <Button type="submit" busy={change.isPending}>
          Save
        </Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** A batch that moves to another day becomes the last batch of that day. */
const MOST_PLACES = 500

/** The limits of a batch as a hint, and the problem of a weight outside them. */
export function limitsFor(
  { roasts, inPounds }: DayList,
  roastId: string,
  grams: number | null,
): { hint: string; problem: string | undefined } {
  const roast = roasts.find(({ _id }) => _id === roastId)
  if (!roast) return { hint: '', problem: undefined }
  const weigh = weighIn(inPounds)
  const limits = `${weigh(roast.smallest)} to ${weigh(roast.largest)}`
  const fits = grams !== null && grams >= roast.smallest && grams <= roast.largest
  return { hint: `The machine takes ${limits}`, problem: fits ? undefined : `Enter ${limits}` }
}
