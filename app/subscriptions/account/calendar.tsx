import { addDays, WEEKDAYS, weekdayOf } from '#shared/kernel/days.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import styles from './calendar.module.css'

/**
 * A calendar of the days that can be chosen. Each is a radio button, so arrow keys move between them, and screen readers
 * read the whole date.
 */
export function Calendar({
  legend,
  days,
  chosen,
  onChoose,
}: {
  legend: string
  /** Days such as '2026-12-03', in ascending order. */
  days: readonly string[]
  chosen: string
  onChoose: (day: string) => void
}) {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  const allowed = new Set(days)
  return (
    <fieldset className={`may-shrink ${styles.calendar}`}>
      <legend>{legend}</legend>
      <div className={`stack-3 pad-2 box-soft ${styles.months}`}>
        {months.map((month) => (
          <div key={month}>
            <p className={styles.name}>{formatDate(`${month}-01`, 'month')}</p>
            <div className={styles.grid}>
              {WEEKDAYS.map((name) => (
                <span key={name} className={styles.weekday} aria-hidden="true">
                  {name.slice(0, 2)}
                </span>
              ))}
              {daysOfMonth(month).map((day, index) => {
                const style = index === 0 ? { gridColumnStart: columnOf(day) } : undefined
                return allowed.has(day) ? (
                  <label key={day} className={styles.day} style={style}>
                    <input
                      type="radio"
                      name="day"
                      value={day}
                      checked={day === chosen}
                      aria-label={formatDate(day, 'weekday')}
                      onChange={() => onChoose(day)}
                    />
                    <span aria-hidden="true">{dayNumber(day)}</span>
                  </label>
                ) : (
                  <span key={day} className={styles.closed} style={style} aria-hidden="true">
                    {dayNumber(day)}
                  </span>
                )
              })}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function daysOfMonth(month: string): string[] {
  const first = `${month}-01`
  return Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter((day) =>
    day.startsWith(month),
  )
}

/** The column of the grid, 1 for Monday. */
const columnOf = (day: string) => WEEKDAYS.indexOf(weekdayOf(day)) + 1
const dayNumber = (day: string) => Number(day.slice(8))
