import { useState, type PointerEvent } from 'react'
import type { AdminSales } from '#shared/backoffice/api/admin.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars, shortDollars } from '#shared/kernel/pricing.ts'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import chart from '#app/platform/admin/chart.module.css'
import styles from './day-chart.module.css'
import { scaleOf } from '#app/platform/admin/scale.ts'

type Day = AdminSales['days'][number]

/**
 * A bar for each of the last 30 days, with a mark for the value 30 days earlier. The values of one day are shown above.
 */
export function DayChart({ days }: { days: Day[] }) {
  const [chosen, choose] = useState(days.length - 1)
  const [pointed, point] = useState<number | null>(null)
  const shown = Math.min(pointed ?? chosen, days.length - 1)
  return (
    <figure className={chart.chart}>
      <figcaption className={`flex wraps align-baseline apart ${styles.caption}`}>
        <h3>
          By day <span>and 30 days before</span>
        </h3>
        <Readout day={days[shown]!} />
      </figcaption>
      <div className={chart.plot}>
        <Bars days={days} shown={shown} />
        <Picker days={days} chosen={chosen} choose={choose} point={point} />
      </div>
      <div className={`${chart.axis} ${styles.axis}`} aria-hidden="true">
        <span>{formatDate(days[0]!.day, 'shortMonthDay')}</span>
        <span>{formatDate(days[Math.floor(days.length / 2)]!.day, 'shortMonthDay')}</span>
        <span>Today</span>
      </div>
      <details className={styles.figures}>
        <summary>Sales by day as a table</summary>
        <Table label="Sales by day" columns={COLUMNS} rows={days.toReversed()} keyOf={({ day }) => day} />
      </details>
    </figure>
  )
}

function Readout({ day: { day, dayBefore, orders, total, before } }: { day: Day }) {
  return (
    <p className={`flex wraps ${styles.readout}`} aria-hidden="true">
      <span className={styles.now}>
        {formatDate(day, 'shortWeekday')} <strong>{formatDollars(total)}</strong> {counted(orders, 'order')}
      </span>
      <span className={styles.previous}>
        {formatDate(dayBefore, 'shortWeekday')} <strong>{formatDollars(before.total)}</strong>{' '}
        {counted(before.orders, 'order')}
      </span>
    </p>
  )
}

/** The bars. The viewBox is 10 units wide per day and 100 units high. It is stretched to the frame. */
function Bars({ days, shown }: { days: Day[]; shown: number }) {
  const { top, steps } = scaleOf(Math.max(...days.flatMap(({ total, before }) => [total, before.total])))
  // A day on which more was refunded than sold has no bar; its sum is in the text and in the table.
  const height = (total: number) => (100 * Math.max(0, total)) / top
  return (
    <>
      {steps.map((step) => (
        <span key={step} className={chart.step} style={{ bottom: `${height(step)}%` }} aria-hidden="true">
          {shortDollars(step)}
        </span>
      ))}
      <svg viewBox={`0 0 ${days.length * 10} 100`} preserveAspectRatio="none" aria-hidden="true">
        {steps.map((step) => (
          <path key={step} className={chart.rule} d={`M0 ${100 - height(step)}H${days.length * 10}`} />
        ))}
        <rect className={styles.shown} x={shown * 10} y="0" width="10" height="100" />
        {days.map(({ day, total }, index) => (
          <rect
            key={day}
            className={styles.bar}
            data-shown={index === shown || undefined}
            x={index * 10 + 1.5}
            y={100 - height(total)}
            width="7"
            height={height(total)}
          />
        ))}
        {days.map(({ day, before: { total } }, index) =>
          total === 0 ? null : (
            <path key={day} className={styles.before} d={`M${index * 10 + 0.5} ${100 - height(total)}h9`} />
          ),
        )}
      </svg>
    </>
  )
}

/** An invisible slider over the bars, for keyboards, screen readers and touch. Mouse users only have to hover. */
function Picker({
  days,
  chosen,
  choose,
  point,
}: {
  days: Day[]
  chosen: number
  choose: (index: number) => void
  point: (index: number | null) => void
}) {
  const { day, dayBefore, orders, total, before } = days[chosen] ?? days.at(-1)!
  const at = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(days.length - 1, Math.floor(((clientX - left) / width) * days.length)))
  }
  return (
    <input
      type="range"
      className={chart.picker}
      aria-label="Day whose sales are shown"
      aria-valuetext={`${formatDate(day, 'shortWeekday')}: ${formatDollars(total)}, ${counted(orders, 'order')}. ${formatDate(dayBefore, 'shortWeekday')}: ${formatDollars(before.total)}, ${counted(before.orders, 'order')}`}
      min={0}
      max={days.length - 1}
      value={chosen}
      onChange={(event) => {
        choose(Number(event.target.value))
        point(null)
      }}
      onPointerMove={(event) => point(at(event))}
      onPointerDown={(event) => point(at(event))}
      onPointerLeave={() => point(null)}
      onPointerUp={(event) => choose(at(event))}
    />
  )
}

const COLUMNS: Column<Day>[] = [
  { name: 'DAY', of: ({ day }) => formatDate(day, 'shortWeekday'), rowHeader: true, noWrap: true },
  { name: 'SALES', of: ({ total }) => <Money dollars={total} />, align: 'end', noWrap: true },
  { name: 'ORDERS', of: ({ orders }) => orders, align: 'end', noWrap: true },
  {
    name: '30 DAYS BEFORE',
    of: ({ before }) => <Money dollars={before.total} />,
    align: 'end',
    noWrap: true,
  },
  { name: 'ORDERS THEN', of: ({ before }) => before.orders, align: 'end', noWrap: true },
]
