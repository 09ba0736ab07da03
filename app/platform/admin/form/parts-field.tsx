import { useId, type ReactNode } from 'react'
import { capitalized } from '#shared/kernel/counts.ts'
import { numberOf } from '#shared/platform/resources/cells.ts'
import type { TypedPart } from '#shared/platform/resources/parts.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { announce } from '../../ui/live-region.tsx'
import styles from './parts-field.module.css'

/** `note` is shown below a chosen option, such as that a lot is used up. */
export type PartOption = { id: string; text: string; note?: ReactNode }

type Props = {
  /** The name of the field, for problems. */
  name: string
  label: string
  hint: string
  /** The name of one part in texts: 'lot'. */
  what: string
  parts: TypedPart[]
  /** `chosenOnly` has options that are no longer offered but may already be chosen. */
  options: PartOption[]
  chosenOnly?: PartOption[]
  problem: string | undefined
  onChange: (parts: TypedPart[]) => void
}

/** A list of parts in percent, with their sum. */
export function PartsField({ name, label, hint, what, parts, options, problem, onChange, ...rest }: Props) {
  const id = useId()
  const sum = parts.reduce((total, { percent }) => total + (numberOf(percent) || 0), 0)
  const known = [...options, ...(rest.chosenOnly ?? [])]
  return (
    <fieldset className={`stack-2 measure-form may-shrink ${styles.field}`} aria-describedby={`${id}-sum`}>
      <legend className={styles.legend}>{label}</legend>
      <p>{hint}</p>
      {parts.map((part, index) => (
        <PartRow
          // The rows have no ids, because the same option may be chosen twice until this is corrected.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          name={name}
          what={what}
          part={part}
          options={known.filter((each) => options.includes(each) || each.id === part.id)}
          onChange={(change) =>
            onChange(parts.map((each, at) => (at === index ? { ...each, ...change } : each)))
          }
          onRemove={() => {
            onChange(parts.filter((_, at) => at !== index))
            announce(`The ${what} was removed.`)
          }}
        />
      ))}
      <p id={`${id}-sum`} className={problem ? styles.problem : undefined} role="status">
        {problem ?? sumText(parts.length, sum)}
      </p>
      <Button
        look="line"
        onClick={() => onChange([...parts, { id: '', percent: sum < 100 ? String(100 - sum) : '' }])}
      >
        Add a {what}
      </Button>
    </fieldset>
  )
}

type RowProps = Pick<Props, 'name' | 'what' | 'options'> & {
  part: TypedPart
  onChange: (change: Partial<TypedPart>) => void
  onRemove: () => void
}

function PartRow({ name, what, part, options, onChange, onRemove }: RowProps) {
  const chosen = options.find(({ id }) => id === part.id)
  return (
    <div className={styles.part}>
      <SelectField
        label={capitalized(what)}
        name={name}
        unmarked
        required
        data-missing={`Choose a ${what}.`}
        value={part.id}
        onChange={({ target }) => onChange({ id: target.value })}
      >
        <option value="">Choose a {what}</option>
        {options.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </SelectField>
      <Field
        label="Percent"
        name={name}
        unmarked
        required
        data-missing="Enter a percent."
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={part.percent}
        onChange={({ target }) => onChange({ percent: target.value })}
        onFocus={({ target }) => target.select()}
      />
      <Button look="quiet" aria-label={`Remove ${chosen?.text ?? `this ${what}`}`} onClick={onRemove}>
        Remove
      </Button>
      <Note of={chosen} />
    </div>
  )
}

function Note({ of: option }: { of: PartOption | undefined }) {
  return option?.note ? <div className="whole-row">{option.note}</div> : null
}

function sumText(count: number, sum: number): string {
  if (count === 0) return ''
  if (sum === 100) return 'Together 100%'
  return `Together ${sum}%: ${sum < 100 ? `${100 - sum}% missing` : `${sum - 100}% too much`}`
}
