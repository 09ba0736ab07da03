import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { ask } from '#app/platform/api/query.ts'
import { SelectField } from '#app/platform/ui/field.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import styles from './roast-day.module.css'
import { useStored } from './use-stored.ts'
import type { Work } from './use-work.ts'

type Batch = Work['day']['batches'][number]
type Lot = Batch['greens'][number]['lot']
type Entered = { grams: Record<string, number | null>; others: Lot[] }

/** The weights of a batch, as planned or as entered. An empty field takes nothing from its lot. */
export function useWeighing(batch: Batch) {
  const stored = useStored<Entered>(`weigh:${batch._id}`, { grams: {}, others: [] })
  const [isEditing, setEditing] = useState(stored.isChanged)
  const { grams: entered, others } = stored.values
  const planned = batch.greens.map(({ lot, grams }) => ({ lot, planned: grams }))
  const added = others.map((lot) => ({ lot, planned: null }))
  const greens = [...planned, ...added].map((green) => ({
    ...green,
    grams: green.lot._id in entered ? entered[green.lot._id]! : green.planned,
  }))
  const taken = greens.flatMap(({ lot, grams }) => (grams ? [{ lotId: lot._id, grams }] : []))
  return {
    greens,
    taken,
    total: taken.reduce((sum, { grams }) => sum + grams, 0),
    isValid: greens.every(({ grams }) => grams === null || (Number.isInteger(grams) && grams >= 0)),
    isEditing,
    /** Shows the fields, or the planned weights again. */
    edit: (next: boolean) => {
      setEditing(next)
      if (!next) stored.discard()
    },
    enter: (lotId: string, grams: number | null) => stored.set({ grams: { ...entered, [lotId]: grams } }),
    /** Adds a lot that is not in the recipe. */
    add: (lot: Lot) => stored.set({ others: [...others, lot] }),
  }
}

type GreensProps = { work: Work; weighing: ReturnType<typeof useWeighing> }

/** The lots of a batch with their weights, or the fields for other weights and lots. */
export function Greens({ work: { unit }, weighing: { greens, isEditing, enter, add } }: GreensProps) {
  if (isEditing)
    return (
      <div className={`stack-2 ${styles.fields}`}>
        {greens.map(({ lot, grams, planned }) => (
          <WeightInput
            key={lot._id}
            label={`${lot.code} ${lot.name}`}
            unit={unit}
            value={grams}
            onChange={(next) => enter(lot._id, next)}
            hint={planned === null ? 'Not in the recipe' : `Planned: ${bothWeights(planned, unit)}`}
            unmarked
          />
        ))}
        <OtherLot shown={greens.map(({ lot }) => lot._id)} unit={unit} add={add} />
      </div>
    )
  return (
    <ul className={`grid ${styles.greens}`} aria-label="Green coffee to weigh">
      {greens.map(({ lot, grams }) => (
        <li key={lot._id}>
          <span>
            {lot.code} {lot.name}
          </span>
          <strong>{bothWeights(grams ?? 0, unit)}</strong>
        </li>
      ))}
    </ul>
  )
}

/**
 * Chooses another lot in place of one that is used up. The list of lots needs a connection, unless it was loaded
 * before.
 */
function OtherLot({ shown, unit, add }: { shown: string[]; unit: Work['unit']; add: (lot: Lot) => void }) {
  const { data } = useQuery(ask(roastDay.greens, {}))
  const lots = (data?.lots ?? []).filter(({ _id }) => !shown.includes(_id))
  if (lots.length === 0) return null
  return (
    <SelectField
      label="Another lot"
      unmarked
      value=""
      onChange={({ target }) => {
        const lot = lots.find(({ _id }) => _id === target.value)
        if (lot) add({ _id: lot._id, code: lot.code, name: lot.name })
      }}
    >
      <option value="">Choose a lot</option>
      {lots.map(({ _id, code, name, gramsLeft }) => (
        <option key={_id} value={_id}>
          {code} {name}, {bothWeights(gramsLeft, unit)} left
        </option>
      ))}
    </SelectField>
  )
}
