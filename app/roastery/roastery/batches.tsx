import { useState } from 'react'
import { Link } from 'react-router'
import type { Batch } from '#shared/roastery/api/roast-day.ts'
import type { RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { AddBatch, BatchForm, useBatchChange } from './batch-forms.tsx'
import type { DayList } from './day-strip.tsx'
import styles from './roastery.module.css'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'

/** The batches of the day in their order, with the green coffee to weigh, and the form for another one. */
export function Batches({ plan, list }: { plan: RoastPlan; list: DayList }) {
  const { batches, day } = plan
  return (
    <section aria-labelledby="plan-batches">
      <h3 id="plan-batches">Batches</h3>
      {batches.length === 0 ? <p>No batches are planned yet.</p> : null}
      <ol className="above-1 below-2 rule-soft">
        {batches.map((batch, index) => (
          <Row key={batch._id} batch={batch} index={index} plan={plan} list={list} />
        ))}
      </ol>
      {day >= list.today && list.roasts.length > 0 ? <AddBatch day={day} list={list} /> : null}
      {list.roasts.length === 0 ? <p>Batches need a roast. An admin adds roasts first.</p> : null}
    </section>
  )
}

type RowProps = { batch: Batch; index: number; plan: RoastPlan; list: DayList }

function Row({ batch, index, plan, list }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const weigh = useWeigh()
  const { code, roast, greenGrams, expectedGrams, greens } = batch
  return (
    <li className={`grid rule-below figures ${styles.batch}`} data-state={batch.state}>
      <div className={`grid ${styles.what}`}>
        <strong>
          <Link to={`/admin/batch/${batch._id}`}>{code}</Link> {roast.name}
        </strong>
        <span className="soft">
          {[roast.profile, stateText(batch, weigh), batch.isByHand ? 'by hand' : '']
            .filter(Boolean)
            .join(' · ')}
        </span>
        <ul className={styles.greens} aria-label={`Green coffee of ${code}`}>
          {greens.map(({ lot, grams }) => (
            <li key={lot._id}>
              <span className="strong">{weigh(grams)}</span> {lot.code} {lot.name}
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.weight}>
        {weigh(greenGrams)}
        {batch.state === 'roasted' ? null : <span className={styles.line}>gives {weigh(expectedGrams)}</span>}
      </p>
      {batch.state === 'planned' ? (
        <RowButtons batch={batch} index={index} plan={plan} isOpen={isOpen} toggle={() => setOpen(!isOpen)} />
      ) : null}
      {isOpen && batch.state === 'planned' ? (
        <BatchForm batch={batch} index={index} plan={plan} list={list} close={() => setOpen(false)} />
      ) : null}
    </li>
  )
}

function stateText({ state, weighedBy, roastedBy, roastedGrams }: Batch, weigh: (grams: number) => string) {
  if (state === 'planned') return ''
  if (state === 'weighed') return `weighed by ${weighedBy}`
  return `${weigh(roastedGrams ?? 0)} roasted by ${roastedBy}`
}

type ButtonsProps = { batch: Batch; index: number; plan: RoastPlan; isOpen: boolean; toggle: () => void }

function RowButtons({ batch, index, plan: { batches, day }, isOpen, toggle }: ButtonsProps) {
  const { change, remove } = useBatchChange(batch)
  const { code, greenGrams } = batch
  const busy = change.isPending || remove.isPending
  const move = (position: number) =>
    change.mutate({
      body: { greenGrams, day, position },
      done: `${code} is now batch ${position + 1} of the day`,
    })
  return (
    <div className={`row-1-2 whole-row ${styles.buttons}`}>
      <Button
        look="quiet"
        busy={busy}
        aria-label={`Move ${code} up`}
        aria-disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        ↑
      </Button>
      <Button
        look="quiet"
        busy={busy}
        aria-label={`Move ${code} down`}
        aria-disabled={index === batches.length - 1}
        onClick={() => move(index + 1)}
      >
        ↓
      </Button>
      <Button look="quiet" aria-expanded={isOpen} aria-label={`Change ${code}`} onClick={toggle}>
        Change
      </Button>
      <Button
        look="quiet"
        busy={busy}
        aria-label={`Remove ${code}`}
        onClick={() => {
          if (window.confirm(`Remove batch ${code}?`)) remove.mutate()
        }}
      >
        Remove
      </Button>
    </div>
  )
}
