import { useState } from 'react'
import { Link } from 'react-router'
import { lossOf } from '#shared/roastery/roastery.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { batchName } from './queue/steps.ts'
import styles from './roast-day.module.css'
import { lossText, lossWarning, problemsOfRoast, secondsIn, timeText } from './roast-check.ts'
import { Card, Done, DoneList, Section } from './section.tsx'
import { Timer, useTimer } from './timer.tsx'
import { storeInput, useStored } from './use-stored.ts'
import type { DayActions } from './use-day-actions.ts'

type Batch = DayActions['day']['batches'][number]

/** The batches in the drum: time, weight after roasting, notes. */
export function Roast({ actions }: { actions: DayActions }) {
  const { batches } = actions.day
  const weighed = batches.filter(({ state }) => state === 'weighed')
  const planned = batches.filter(({ state }) => state === 'planned')
  const roasted = batches.filter(({ state }) => state === 'roasted')
  return (
    <Section title="Roast" actions={actions} intro={introOf(weighed.length, planned.length)}>
      {weighed.map((batch, index) => (
        <RoastCard key={batch._id} batch={batch} actions={actions} isNext={index === 0} />
      ))}
      {planned.length > 0 ? (
        <p className="soft">
          Not weighed in yet: {planned.map(({ code, roast }) => `${roast.name} ${code}`).join(', ')}
        </p>
      ) : null}
      <DoneList title="Roasted">
        {roasted.map((batch) => (
          <RoastedBatch key={batch._id} batch={batch} actions={actions} />
        ))}
      </DoneList>
    </Section>
  )
}

function introOf(weighed: number, planned: number): string {
  if (weighed > 0) return 'Weigh each batch after cooling, and enter its weight.'
  return planned > 0 ? 'Weigh in a batch first.' : 'All batches are roasted.'
}

type Typed = { roastedGrams: number | null; time: string; notes: string }

/** The time and the notes of a roast that was undone. Only its weight is entered again. */
function typedBefore({ roastSeconds, notes }: Batch): Typed {
  return { roastedGrams: null, time: roastSeconds ? timeText(roastSeconds) : '', notes }
}

const inputOf = (batchId: string) => `roast:${batchId}`

type CardProps = { batch: Batch; actions: DayActions; isNext: boolean }

/** A weighed batch. A button opens the fields of all batches except the first, so that the list stays short. */
function RoastCard({ batch, actions, isNext }: CardProps) {
  const { _id: id, code, roast, greenGrams, expectedGrams } = batch
  const { unit } = actions
  const stored = useStored(inputOf(id), typedBefore(batch))
  const timer = useTimer(id)
  const [isOpened, setOpened] = useState(false)
  const isOpen = isNext || isOpened || stored.isChanged || timer.seconds !== null
  return (
    <Card
      title={`${batch.position + 1}. ${roast.name}`}
      note={[code, roast.profile].filter(Boolean).join(', ')}
      isNext={isNext}
    >
      <p>
        In: <strong>{bothWeights(greenGrams, unit)}</strong>. Expected: {bothWeights(expectedGrams, unit)}, a
        loss of {lossText(lossOf({ greenGrams, roastedGrams: expectedGrams }))}.
      </p>
      {isOpen ? (
        <>
          <Timer batch={batch} timer={timer} onStop={(seconds) => stored.set({ time: timeText(seconds) })} />
          <Roasting batch={batch} actions={actions} stored={stored} />
        </>
      ) : (
        <div className={`row-2 align-middle ${styles.actions}`}>
          <Button
            look="line"
            aria-label={`Roast this one now: batch ${code}`}
            onClick={() => setOpened(true)}
          >
            Roast this one now
          </Button>
        </div>
      )}
    </Card>
  )
}

type RoastingProps = { batch: Batch; actions: DayActions; stored: ReturnType<typeof useStored<Typed>> }

function Roasting({ batch, actions, stored: { values, set, discard } }: RoastingProps) {
  const { _id: id, code } = batch
  const { roastedGrams, time, notes } = values
  const problems = problemsOfRoast(batch, { roastedGrams, seconds: secondsIn(time) }, actions.unit)
  const confirm = async () => {
    if (roastedGrams === null) return
    const body = { roastedGrams, roastSeconds: secondsIn(time), notes: notes.trim() }
    const isStored = await actions.run(
      { kind: 'roast', input: { params: { id }, body } },
      `Roast batch ${code}`,
    )
    if (isStored) discard()
  }
  return (
    <>
      <RoastFields batch={batch} actions={actions} problems={problems} values={values} set={set} />
      <div className={`row-2 align-middle ${styles.actions}`}>
        <Button
          className={styles.main}
          disabled={!roastedGrams || Object.keys(problems).length > 0}
          aria-label={`Roasted: batch ${code}`}
          onClick={() => void confirm()}
        >
          Roasted
        </Button>
        <BatchLink batch={batch} />
      </div>
    </>
  )
}

type FieldsProps = {
  batch: Batch
  actions: DayActions
  problems: ReturnType<typeof problemsOfRoast>
  values: Typed
  set: (change: Partial<Typed>) => void
}

/** The weight, time, loss and notes of a roasted batch. */
function RoastFields({ batch, actions, problems, values: { roastedGrams, time, notes }, set }: FieldsProps) {
  const { greenGrams } = batch
  const isPossible = roastedGrams !== null && !problems.roastedGrams
  const warning = isPossible ? lossWarning(batch, roastedGrams) : null
  return (
    <>
      <div className={`stack-2 ${styles.fields}`}>
        <WeightInput
          label="Weight after roasting"
          unit={actions.unit}
          value={roastedGrams}
          onChange={(next) => set({ roastedGrams: next })}
          problem={problems.roastedGrams}
          unmarked
        />
        <Field
          label="Roast time"
          value={time}
          inputMode="numeric"
          autoComplete="off"
          placeholder="11:30"
          problem={problems.time ?? ''}
          hint="Minutes and seconds"
          onChange={({ target }) => set({ time: target.value })}
        />
      </div>
      <p className={`facts-line apart ${styles.total}`} role="status" data-empty={!isPossible || undefined}>
        {isPossible ? (
          <>
            Loss <strong>{lossText(lossOf({ greenGrams, roastedGrams }))}</strong>
          </>
        ) : null}
      </p>
      {warning ? <Alert tone="warning">{warning}</Alert> : null}
      <TextareaField
        label="Notes"
        value={notes}
        rows={2}
        maxLength={2000}
        onChange={({ target }) => set({ notes: target.value })}
      />
    </>
  )
}

function RoastedBatch({ batch, actions }: { batch: Batch; actions: DayActions }) {
  const { _id: id, code, roast, greenGrams, roastedBy, roastedAt, roastSeconds, notes } = batch
  const roastedGrams = batch.roastedGrams ?? greenGrams
  const isWaiting = actions.waiting(batchName(id)) !== undefined
  const undo = () => {
    // If the roast was never sent, its time and notes exist only in its step, which is deleted.
    if (isWaiting) storeInput(inputOf(id), typedBefore(batch))
    actions.undo(
      batchName(id),
      { kind: 'undoBatch', input: { params: { id }, body: { state: 'roasted' } } },
      `Undo the roast of batch ${code}`,
    )
  }
  return (
    <Done
      what={
        <>
          <strong>{roast.name}</strong> {code}: {bothWeights(roastedGrams, actions.unit)}, loss{' '}
          {lossText(lossOf({ greenGrams, roastedGrams }))}
          {roastSeconds ? `, ${timeText(roastSeconds)} min` : ''}
          {notes ? `. ${notes}` : ''}
        </>
      }
      by={roastedBy}
      at={roastedAt}
      isWaiting={isWaiting}
      // A batch whose coffee is in a lot cannot be undone.
      undo={batch.gramsLeft === roastedGrams ? undo : undefined}
      undoLabel={`batch ${code}`}
    >
      <BatchLink batch={batch} />
    </Done>
  )
}

function BatchLink({ batch: { _id, code, hasCurve } }: { batch: Batch }) {
  const text = hasCurve ? 'Roast log' : 'Attach a log'
  return (
    <Link to={`/admin/batch/${_id}`} className="reach" aria-label={`${text}: batch ${code}`}>
      {text}
    </Link>
  )
}
