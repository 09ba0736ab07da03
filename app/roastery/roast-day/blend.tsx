import type { DayCoffee } from '#shared/roastery/api/roast-day.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { RoastDate } from './bag-sources.tsx'
import { blendProblem, proposeBlend, sharesOf, type Take } from './blend-plan.ts'
import { blendsOf, isFreshOn, toBlend } from './progress.ts'
import { isQueued } from './queue/queue.ts'
import { coffeeName } from './queue/steps.ts'
import styles from './roast-day.module.css'
import { Card, Done, DoneList, Section } from './section.tsx'
import { useStored } from './use-stored.ts'
import type { DayActions } from './use-day-actions.ts'

/** The coffees that are blended after roasting. */
export function Blend({ actions }: { actions: DayActions }) {
  const blends = blendsOf(actions.day)
  const open = blends.filter((coffee) => toBlend(actions.day, coffee) > 0)
  const lots = blends.flatMap((coffee) => coffee.lots.map((lot) => ({ coffee, lot })))
  return (
    <Section
      title="Blend"
      actions={actions}
      intro={
        open.length > 0
          ? 'Mix the roasted coffee of these blends. Batches of the promised day are used first.'
          : 'All blends of the day are mixed.'
      }
    >
      {open.map((coffee, index) => (
        <BlendCard key={coffee.product._id} coffee={coffee} actions={actions} isNext={index === 0} />
      ))}
      <DoneList title="Blended">
        {lots.map(({ coffee, lot }) => (
          <BlendedLot key={lot._id} coffee={coffee} lot={lot} actions={actions} />
        ))}
      </DoneList>
    </Section>
  )
}

type CardProps = { coffee: DayCoffee; actions: DayActions; isNext: boolean }

function BlendCard({ coffee, actions, isNext }: CardProps) {
  const { product, parts } = coffee
  const blending = useBlending(actions.day, coffee)
  const { needed, takes, total, problem, isEditing, typed, change } = blending
  const confirm = async () => {
    const body = { productId: product._id, day: actions.day.day, batches: takes }
    const isStored = await actions.run({ kind: 'makeLot', input: { body } }, `Blend ${product.name}`)
    if (isStored) blending.edit(false)
  }
  const weight = bothWeights(total, actions.unit)
  return (
    <Card
      title={product.name}
      note={`${bothWeights(needed, actions.unit)} for the bags of the day`}
      isNext={isNext}
    >
      {parts.map((part) => (
        <Part
          key={part.roast._id}
          part={part}
          {...{ takes, actions, isEditing, typed, change }}
          share={shareOf(coffee, part, takes)}
        />
      ))}
      {total < needed && !isEditing ? (
        <p>{total === 0 ? 'Roast its batches first.' : `There is roasted coffee for ${weight} now.`}</p>
      ) : null}
      {problem && isEditing ? (
        <p role="alert" className="alarm strong">
          {problem}.
        </p>
      ) : null}
      <div className={`row-2 align-middle ${styles.actions}`}>
        <Button
          className={styles.main}
          disabled={problem !== null}
          aria-label={`Blend ${weight} of ${product.name}`}
          onClick={() => void confirm()}
        >
          Blend {weight}
        </Button>
        {total > 0 || isEditing ? (
          <Button
            look="line"
            aria-label={`${isEditing ? 'Proposed weights' : 'Other weights'}: ${product.name}`}
            onClick={() => blending.edit(!isEditing)}
          >
            {isEditing ? 'Proposed weights' : 'Other weights'}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

/** What a blend takes from its batches: the proposal, or what is entered. */
function useBlending(day: DayActions['day'], coffee: DayCoffee) {
  const needed = toBlend(day, coffee)
  const isFresh = isFreshOn(day)
  const fresh = coffee.parts.map((part) => ({ ...part, batches: part.batches.filter(isFresh) }))
  const proposal = proposeBlend({ parts: fresh }, needed)
  const stored = useStored<{ grams: Record<string, number | null> }>(`blend:${coffee.product._id}`, {
    grams: {},
  })
  const isEditing = stored.isChanged
  const takes = isEditing ? takesIn(stored.values.grams) : proposal
  const isUnreadable = Object.values(stored.values.grams).some(Number.isNaN)
  return {
    needed,
    takes,
    total: takes.reduce((sum, { grams }) => sum + grams, 0),
    problem: isUnreadable ? 'One of the weights is not a weight' : blendProblem(coffee, takes),
    isEditing,
    /** What is typed for each batch: null if the field is empty, NaN if the text is not a weight. */
    typed: stored.values.grams,
    /** Shows the fields, or the proposal again. */
    edit: (next: boolean) => (next ? stored.set({ grams: asGrams(proposal) }) : stored.discard()),
    change: (id: string, grams: number | null) =>
      stored.set({ grams: { ...asGrams(takes), ...stored.values.grams, [id]: grams } }),
  }
}

/** One roast of a blend: how much of each of its batches. */
function Part({
  part: { roast, percent, batches },
  takes,
  share,
  actions: { day, unit },
  isEditing,
  typed,
  change,
}: {
  part: DayCoffee['parts'][number]
  takes: readonly Take[]
  share: number
  actions: DayActions
  isEditing: boolean
  typed: Record<string, number | null>
  change: (batchId: string, grams: number | null) => void
}) {
  const gramsOf = (id: string) => takes.find(({ batchId }) => batchId === id)?.grams ?? null
  const shown = batches.filter(({ _id, gramsLeft }) => (isEditing ? gramsLeft > 0 : gramsOf(_id)))
  return (
    <div className={styles.part}>
      <h4>
        {roast.name}, {percent}%
        {isEditing && takes.length > 0 ? <span className="soft"> now {share}%</span> : null}
      </h4>
      {shown.length === 0 ? <p className="soft">No roasted coffee is left.</p> : null}
      {isEditing ? (
        <div className={`stack-2 ${styles.fields}`}>
          {shown.map(({ _id, code, roastedOn, gramsLeft }) => (
            <WeightInput
              key={_id}
              label={`Batch ${code}`}
              unit={unit}
              value={typed[_id] ?? null}
              onChange={(grams) => change(_id, grams)}
              hint={`Roasted ${formatDate(roastedOn, 'shortMonthDay')}, ${bothWeights(gramsLeft, unit)} left`}
              unmarked
            />
          ))}
        </div>
      ) : (
        <ul className={`grid ${styles.greens}`}>
          {shown.map(({ _id, code, roastedOn }) => (
            <li key={_id} className="facts-line apart rule-soft">
              <span>
                {code}, <RoastDate roastedOn={roastedOn} day={day.day} />
              </span>
              <strong>{bothWeights(gramsOf(_id) ?? 0, unit)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function shareOf(coffee: DayCoffee, part: DayCoffee['parts'][number], takes: readonly Take[]): number {
  return sharesOf(coffee, takes)[coffee.parts.indexOf(part)] ?? 0
}

function takesIn(grams: Record<string, number | null>): Take[] {
  return Object.entries(grams).flatMap(([batchId, each]) =>
    each && each > 0 ? [{ batchId, grams: each }] : [],
  )
}

function asGrams(takes: readonly Take[]): Record<string, number> {
  return Object.fromEntries(takes.map(({ batchId, grams }) => [batchId, grams]))
}

function BlendedLot({
  coffee,
  lot,
  actions,
}: {
  coffee: DayCoffee
  lot: DayCoffee['lots'][number]
  actions: DayActions
}) {
  const { name, _id: productId } = coffee.product
  const { _id: id, code, grams, gramsLeft, batches } = lot
  const isWaiting = isQueued(id)
  const undo = () =>
    actions.undo(
      coffeeName(productId),
      { kind: 'undoLot', input: { params: { id } } },
      code ? `Undo lot ${code}` : `Undo the blend of ${name}`,
    )
  // A lot from which bags were packaged cannot be undone.
  const mayUndo = gramsLeft === grams && actions.mayUndo(id)
  return (
    <Done
      what={
        <>
          <strong>{name}</strong> {code ? `lot ${code}` : 'new lot'}: {bothWeights(grams, actions.unit)} from{' '}
          {batches.map((batch) => batch.code).join(', ')}
          {gramsLeft < grams ? `. ${bothWeights(gramsLeft, actions.unit)} left` : ''}
        </>
      }
      by={lot.madeBy}
      at={lot.madeAt}
      isWaiting={isWaiting}
      undo={mayUndo ? undo : undefined}
      undoLabel={code ? `lot ${code}` : `the blend of ${name}`}
    />
  )
}
