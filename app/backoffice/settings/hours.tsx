import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { settings } from '#shared/platform/api/settings.ts'
import { WEEKDAYS } from '#shared/kernel/days.ts'
import { nameOfWeekday, type Hours } from '#shared/platform/hours.ts'
import { DAY_NAMES, hoursFields, type DayName } from '#shared/platform/settings/hours.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { GroupPage } from './group-page.tsx'
import styles from './hours.module.css'
import { Periods } from './periods.tsx'
import { SpecialDays } from './special-days.tsx'

const USUAL: Hours = { from: '08:00', to: '17:00' }

/** The opening hours of the bar, and the days with other hours. */
export default function HoursPage() {
  const answer = useQuery({ ...ask(settings.hours, {}), ...UNCACHED_FORM })
  const { open } = useBusiness()
  return (
    <GroupPage
      title="Opening hours"
      id="hours"
      fields={hoursFields}
      answer={answer}
      send={(body) => call(settings.saveHours, { body })}
      intro={
        <>
          Shown in the footer, on the home page, in emails and to search engines. Visitors now read:{' '}
          <strong>{open.text}</strong>. For a holiday, add a day under{' '}
          <a href="#special-days">Special days and closures</a>. To close for longer, use{' '}
          <Link to="/admin/settings/vacation">Vacation</Link>. Closures under{' '}
          <Link to="/admin/settings">Roasting and shipping</Link> also apply here.
        </>
      }
    >
      {(form) => (
        <>
          <Week
            value={(name) => form.values[name]}
            problems={form.problems}
            onChange={(changes) => form.change(changes as never)}
          />
          <SpecialDays
            value={form.values.special}
            problems={form.problems}
            onChange={(special) => form.change({ special } as never)}
          />
        </>
      )}
    </GroupPage>
  )
}

type WeekProps = {
  value: (name: DayName) => readonly Hours[]
  problems: Problems
  onChange: (changes: Partial<Record<DayName, readonly Hours[]>>) => void
}

const WORKDAYS = ['tue', 'wed', 'thu', 'fri'] as const

function Week({ value, problems, onChange }: WeekProps) {
  const copyMonday = () => onChange(Object.fromEntries(WORKDAYS.map((name) => [name, value('mon')])))
  return (
    <div className="stack-3">
      {DAY_NAMES.map((name, index) => {
        const weekday = nameOfWeekday(WEEKDAYS[index]!)
        const hours = value(name)
        return (
          <fieldset key={name} className={styles.weekday}>
            <legend>{weekday}</legend>
            <CheckField
              label="Open"
              aria-label={`Open on ${weekday}`}
              checked={hours.length > 0}
              onChange={({ target }) => onChange({ [name]: target.checked ? [USUAL] : [] })}
            />
            <Periods
              name={name}
              of={weekday}
              value={hours}
              problems={problems}
              onChange={(next) => onChange({ [name]: next })}
            />
            {name === 'mon' ? (
              <Button look="quiet" onClick={copyMonday}>
                Copy Monday to Tuesday–Friday
              </Button>
            ) : null}
          </fieldset>
        )
      })}
    </div>
  )
}
