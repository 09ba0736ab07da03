import type { ReactNode } from 'react'
import type { SpecialDay } from '#shared/platform/hours.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import styles from './hours.module.css'
import { Periods } from './periods.tsx'

const OPEN = { from: '08:00', to: '12:00' }
const BLANK: SpecialDay = { from: '', to: '', hours: [], reason: '' }

type Props = { value: readonly SpecialDay[]; problems: Problems; onChange: (next: SpecialDay[]) => void }

/** The days with other hours, and the days on which the shop is closed. */
export function SpecialDays({ value, problems, onChange }: Props) {
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
