import { bothWeights } from '#shared/kernel/weights.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { batchName } from './queue/steps.ts'
import styles from './roast-day.module.css'
import { Card, Done, DoneList, Section } from './section.tsx'
import type { DayActions } from './use-day-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { ask } from '#app/platform/api/query.ts'
import { SelectField } from '#app/platform/ui/field.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { useStored } from './use-stored.ts'

type Batch = DayActions['day']['batches'][number]

/** The green coffee of each batch, with the planned weight from each lot. */
export function Weigh({ actions }: { actions: DayActions }) {
  const { batches } = actions.day
  const open = batches.filter(({ state }) => state === 'planned')
  const weighed = batches.filter(({ state }) => state !== 'planned')
  return (
    <Section
      title="Weigh the green coffee"
      actions={actions}
      intro={open.length > 0 ? 'Weigh each batch, then confirm it.' : textIfNoneLeft(batches.length)}
    >
      {open.map((batch, index) => (
        <WeighCard key={batch._id} batch={batch} actions={actions} isNext={index === 0} />
      ))}
      <DoneList title="Weighed in">
        {weighed.map((batch) => (
          <WeighedBatch key={batch._id} batch={batch} actions={actions} />
        ))}
      </DoneList>
    </Section>
  )
}

function textIfNoneLeft(count: number): string {
  return count === 0 ? 'No batch is planned for this day.' : 'All batches are weighed in.'
}

type CardProps = { batch: Batch; actions: DayActions; isNext: boolean }

function WeighCard({ batch, actions, isNext }: CardProps) {
  const weighing = useWeighing(batch)
  const { isEditing, taken, total } = weighing
  const confirm = async () => {
    const input = { params: { id: batch._id }, body: { greens: taken } }
    const isStored = await actions.run({ kind: 'weigh', input }, `Weigh in batch ${batch.code}`)
    if (isStored) weighing.edit(false)
  }
  const { code, position, roast } = batch
  return (
    <Card
      title={`${position + 1}. ${roast.name}`}
      note={[code, roast.profile].filter(Boolean).join(', ')}
      isNext={isNext}
    >
      <Greens actions={actions} weighing={weighing} />
      {batch.greens.length > 1 || isEditing ? (
        <p className={`facts-line apart ${styles.total}`}>
          Together <strong>{bothWeights(total, actions.unit)}</strong>
        </p>
      ) : null}
      <Difference planned={batch.greenGrams} total={total} />
      <div className={`row-2 align-middle ${styles.actions}`}>
        <Button
          className={styles.main}
          disabled={!weighing.isValid || total === 0}
          aria-label={`Weighed in: batch ${code}`}
          onClick={() => void confirm()}
        >
          Weighed in
        </Button>
        <Button
          look="line"
          aria-label={`${isEditing ? 'Planned weights' : 'Other weights'}: batch ${code}`}
          onClick={() => weighing.edit(!isEditing)}
        >
          {isEditing ? 'Planned weights' : 'Other weights'}
        </Button>
      </div>
    </Card>
  )
}

/** The screen warns if the weight differs from the plan by this many percent. */
const UNUSUAL = 10

function Difference({ planned, total }: { planned: number; total: number }) {
  const percent = Math.round(((total - planned) * 100) / planned)
  if (total === 0 || Math.abs(percent) < UNUSUAL) return null
  return (
    <Alert tone="warning">
      {Math.abs(percent)}% {percent > 0 ? 'more' : 'less'} than planned. Check the weights and their units.
    </Alert>
  )
}

function WeighedBatch({ batch, actions }: { batch: Batch; actions: DayActions }) {
  const { _id: id, code, roast, greenGrams, greens, weighedBy, weighedAt } = batch
  const undo = () =>
    actions.undo(
      batchName(id),
      { kind: 'undoBatch', input: { params: { id }, body: { state: 'weighed' } } },
      `Undo the weighing of batch ${code}`,
    )
  return (
    <Done
      what={
        <>
          <strong>{roast.name}</strong> {code}: {bothWeights(greenGrams, actions.unit)} from{' '}
          {greens.map(({ lot }) => lot.code).join(', ')}
        </>
      }
      by={weighedBy}
      at={weighedAt}
      isWaiting={actions.waiting(batchName(id)) !== undefined}
      undo={batch.state === 'weighed' ? undo : undefined}
      undoLabel={`batch ${code}`}
    />
  )
}

type Lot = Batch['greens'][number]['lot']
type Entered = { grams: Record<string, number | null>; others: Lot[] }

/** The weights of a batch, as planned or as entered. An empty field takes nothing from its lot. */
function useWeighing(batch: Batch) {
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

type GreensProps = { actions: DayActions; weighing: ReturnType<typeof useWeighing> }

/** The lots of a batch with their weights, or the fields for other weights and lots. */
function Greens({ actions: { unit }, weighing: { greens, isEditing, enter, add } }: GreensProps) {
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
        <li key={lot._id} className="facts-line apart rule-soft">
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
function OtherLot({
  shown,
  unit,
  add,
}: {
  shown: string[]
  unit: DayActions['unit']
  add: (lot: Lot) => void
}) {
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
