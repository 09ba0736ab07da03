import { bothWeights } from '#shared/kernel/weights.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { batchName } from './queue/steps.ts'
import styles from './roast-day.module.css'
import { Card, Done, DoneList, Section } from './section.tsx'
import type { Work } from './use-work.ts'
import { Greens, useWeighing } from './weighed-greens.tsx'

type Batch = Work['day']['batches'][number]

/** The green coffee of each batch, with the planned weight from each lot. */
export function Weigh({ work }: { work: Work }) {
  const { batches } = work.day
  const open = batches.filter(({ state }) => state === 'planned')
  const weighed = batches.filter(({ state }) => state !== 'planned')
  return (
    <Section
      title="Weigh the green coffee"
      work={work}
      intro={open.length > 0 ? 'Weigh each batch, then confirm it.' : textIfNoneLeft(batches.length)}
    >
      {open.map((batch, index) => (
        <WeighCard key={batch._id} batch={batch} work={work} isNext={index === 0} />
      ))}
      {weighed.length > 0 ? (
        <DoneList title="Weighed in">
          {weighed.map((batch) => (
            <WeighedBatch key={batch._id} batch={batch} work={work} />
          ))}
        </DoneList>
      ) : null}
    </Section>
  )
}

function textIfNoneLeft(count: number): string {
  return count === 0 ? 'No batch is planned for this day.' : 'All batches are weighed in.'
}

type CardProps = { batch: Batch; work: Work; isNext: boolean }

function WeighCard({ batch, work, isNext }: CardProps) {
  const weighing = useWeighing(batch)
  const { isEditing, taken, total } = weighing
  const confirm = async () => {
    const input = { params: { id: batch._id }, body: { greens: taken } }
    const isStored = await work.run({ kind: 'weigh', input }, `Weigh in batch ${batch.code}`)
    if (isStored) weighing.edit(false)
  }
  const { code, position, roast } = batch
  return (
    <Card
      title={`${position + 1}. ${roast.name}`}
      note={[code, roast.profile].filter(Boolean).join(', ')}
      isNext={isNext}
    >
      <Greens work={work} weighing={weighing} />
      {batch.greens.length > 1 || isEditing ? (
        <p className={`facts-line ${styles.total}`}>
          Together <strong>{bothWeights(total, work.unit)}</strong>
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

function WeighedBatch({ batch, work }: { batch: Batch; work: Work }) {
  const { _id: id, code, roast, greenGrams, greens, weighedBy, weighedAt } = batch
  const undo = () =>
    work.undo(
      batchName(id),
      { kind: 'undoBatch', input: { params: { id }, body: { state: 'weighed' } } },
      `Undo the weighing of batch ${code}`,
    )
  return (
    <Done
      what={
        <>
          <strong>{roast.name}</strong> {code}: {bothWeights(greenGrams, work.unit)} from{' '}
          {greens.map(({ lot }) => lot.code).join(', ')}
        </>
      }
      by={weighedBy}
      at={weighedAt}
      isWaiting={work.waiting(batchName(id)) !== undefined}
      undo={batch.state === 'weighed' ? undo : undefined}
      undoLabel={`batch ${code}`}
    />
  )
}
