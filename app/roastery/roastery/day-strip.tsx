import { Link } from 'react-router'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { PlanDay, roastPlan } from '#shared/roastery/api/roast-plan.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { weightText } from '#shared/kernel/weights.ts'
import styles from './roastery.module.css'
import { useWeigh, useWeightUnits } from '#app/platform/admin/use-weight-units.ts'

export type DayList = Reply<typeof roastPlan.days>

/** The roast days as links, each with the capacity that orders and batches use. */
export function DayStrip({ list, chosen }: { list: DayList; chosen: string | null }) {
  return (
    <nav aria-label="Roast days">
      <ul className={`stack-1 ${styles.strip}`}>
        {list.days.map((day) => (
          <li key={day.day}>
            <Link
              to={`/admin/roastery/${day.day}`}
              className={`grid packed box-soft ${styles.day}`}
              aria-current={day.day === chosen ? 'page' : undefined}
              ref={day.day === chosen ? scrollIntoStrip : undefined}
            >
              <strong>{formatDate(day.day, 'shortWeekday')}</strong>
              <Load of={day} />
              <span className="soft">{workText(day, list.today)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On a phone, the days are a row that is wider than the screen. */
function scrollIntoStrip(link: HTMLElement | null): void {
  const strip = link?.closest('ul')
  if (link && strip) strip.scrollLeft = link.offsetLeft - strip.offsetLeft - STRIP_PADDING
}

const STRIP_PADDING = 16

function workText({ day, orders, batches, roasted, isRoastDay }: PlanDay, today: string): string {
  const done = roasted > 0 ? `, ${roasted} roasted` : ''
  const work = [
    counted(orders, 'order'),
    batches === 0 ? 'no batches' : `${counted(batches, 'batch', 'batches')}${done}`,
  ].join(' · ')
  if (day < today) return `Not finished · ${work}`
  return isRoastDay ? work : `Not in the calendar · ${work}`
}

/** Two bars for the promised and the planned green coffee, and the same as text. */
function Load({ of }: { of: PlanDay }) {
  const { bookedGrams, batchGrams, capacityGrams } = of
  const weigh = useWeigh()
  const { large: unit } = useWeightUnits()
  const most = Math.max(capacityGrams ?? 0, bookedGrams, batchGrams, 1)
  const isOver = capacityGrams !== null && Math.max(bookedGrams, batchGrams) > capacityGrams
  return (
    <>
      <span className={`grid ${styles.bars}`} aria-hidden="true" data-over={isOver || undefined}>
        <span style={{ inlineSize: `${(100 * bookedGrams) / most}%` }} />
        <span style={{ inlineSize: `${(100 * batchGrams) / most}%` }} />
      </span>
      <span title={`Batches: ${weigh(batchGrams)}. Promised: ${weigh(bookedGrams)}`}>
        {capacityGrams === null
          ? weightText(batchGrams, unit)
          : `${weightText(batchGrams, unit)} of ${weightText(capacityGrams, unit)}`}
        {isOver ? <em className={styles.over}> Over capacity</em> : null}
      </span>
    </>
  )
}
