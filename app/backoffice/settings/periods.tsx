import type { Hours } from '#shared/platform/hours.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import styles from './hours.module.css'

type Props = {
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
export function Periods({ name, of, value, problems, onChange }: Props) {
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
