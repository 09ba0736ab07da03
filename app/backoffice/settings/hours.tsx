import { Link } from 'react-router'
import { settings } from '#shared/platform/api/settings.ts'
import { WEEKDAYS } from '#shared/kernel/days.ts'
import { nameOfWeekday, type Hours, type SpecialDay } from '#shared/platform/hours.ts'
import { DAY_NAMES, hoursFields, type DayName } from '#shared/platform/settings/hours.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { GroupPage } from './group-page.tsx'
import styles from './hours.module.css'
import type { ReactNode } from 'react'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'

const USUAL: Hours = { from: '08:00', to: '17:00' }

/** The opening hours of the bar, and the days with other hours. */
export default function HoursPage() {
  const { open } = useBusiness()
  return (
    <GroupPage
      title="Opening hours"
      id="hours"
      fields={hoursFields}
      read={settings.hours}
      save={settings.saveHours}
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

const OPEN = { from: '08:00', to: '12:00' }
const BLANK: SpecialDay = { from: '', to: '', hours: [], reason: '' }

type SpecialDaysProps = {
  value: readonly SpecialDay[]
  problems: Problems
  onChange: (next: SpecialDay[]) => void
}

/** The days with other hours, and the days on which the shop is closed. */
function SpecialDays({ value, problems, onChange }: SpecialDaysProps) {
  const set = (index: number, change: Partial<SpecialDay>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...change } : each)))
  const remove = (index: number) => {
    onChange(value.filter((_, at) => at !== index))
    announce('Removed. Save to change the pages')
  }
  return (
    <section className="stack-3" aria-labelledby="special-days">
      <h2 id="special-days">Special days and closures</h2>
      <p>On closed days, the shop does not roast or pack, and orders cannot be picked up.</p>
      {problems.special ? <p className="alarm">{problems.special}</p> : null}
      <ol className="stack-3">
        {value.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the days have no id
          <li key={index}>
            <Day of={each} index={index} problems={problems} set={(change) => set(index, change)}>
              <Button look="quiet" aria-label={`Remove day ${index + 1}`} onClick={() => remove(index)}>
                Remove
              </Button>
            </Day>
          </li>
        ))}
      </ol>
      <p>
        <Button look="line" onClick={() => onChange([...value, BLANK])}>
          Add a day
        </Button>
      </p>
    </section>
  )
}

type DayProps = {
  of: SpecialDay
  index: number
  problems: Problems
  set: (change: Partial<SpecialDay>) => void
  children: ReactNode
}

function Day({ of: day, index, problems, set, children }: DayProps) {
  const path = `special.${index}`
  const name = `Day ${index + 1}`
  return (
    <fieldset className={styles.day}>
      <legend className="visually-hidden">{name}</legend>
      <div className="stack-2 thirds-48">
        <Field
          label="From"
          type="date"
          name={`${path}.from`}
          value={day.from}
          required
          problem={problems[`${path}.from`]}
          onChange={({ target: { value: from } }) =>
            // Most periods are a single day.
            set(day.to === '' || day.to === day.from || day.to < from ? { from, to: from } : { from })
          }
        />
        <Field
          label="To"
          type="date"
          name={`${path}.to`}
          value={day.to}
          required
          problem={problems[`${path}.to`]}
          onChange={({ target }) => set({ to: target.value })}
        />
        <SelectField
          label="Hours"
          name={`${path}.hours`}
          value={day.hours.length === 0 ? 'Closed' : 'Open'}
          unmarked
          onChange={({ target }) => set({ hours: target.value === 'Closed' ? [] : [OPEN] })}
        >
          <option value="Closed">Closed</option>
          <option value="Open">Other hours</option>
        </SelectField>
      </div>
      <Periods
        name={`${path}.hours`}
        of={name}
        value={day.hours}
        problems={problems}
        onChange={(hours) => set({ hours })}
      />
      <Field
        label="Reason"
        name={`${path}.reason`}
        value={day.reason}
        dir="auto"
        hint="Visitors read it: Thanksgiving, private event"
        problem={problems[`${path}.reason`]}
        onChange={({ target }) => set({ reason: target.value })}
      />
      {children}
    </fieldset>
  )
}

type PeriodsProps = {
  /** The name of the list in the form: `mon`, `special.2.hours`. */
  name: string
  /** For screen readers: 'Monday'. */
  of: string
  value: readonly Hours[]
  problems: Problems
  onChange: (next: Hours[]) => void
}

const MAX = 4

/** The opening and closing times of one day. */
function Periods({ name, of, value, problems, onChange }: PeriodsProps) {
  const set = (index: number, change: Partial<Hours>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...change } : each)))
  return (
    <div className="stack-1">
      {value.map((each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- periods have no id, and are only added at the end
        <div key={index} className={`grid halves align-top gap-1-2 ${styles.period}`}>
          <Field
            label="Opens"
            type="time"
            name={`${name}.${index}.from`}
            value={each.from}
            required
            problem={problems[`${name}.${index}.from`]}
            onChange={({ target }) => set(index, { from: target.value })}
            aria-label={`${of} opens`}
          />
          <Field
            label="Closes"
            type="time"
            name={`${name}.${index}.to`}
            value={each.to}
            required
            problem={problems[`${name}.${index}.to`]}
            onChange={({ target }) => set(index, { to: target.value })}
            aria-label={`${of} closes`}
          />
          {value.length > 1 ? (
            <Button
              look="quiet"
              aria-label={`Remove ${each.from} to ${each.to}, ${of}`}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          ) : null}
        </div>
      ))}
      {problems[name] ? <p className="alarm">{problems[name]}</p> : null}
      {value.length > 0 && value.length < MAX ? (
        <p>
          <Button
            look="quiet"
            aria-label={`Add more opening hours, ${of}`}
            onClick={() => onChange([...value, { from: '', to: '' }])}
          >
            Add hours
          </Button>
        </p>
      ) : null}
    </div>
  )
}
