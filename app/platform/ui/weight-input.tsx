import { useEffect, useRef, useState, type ReactNode } from 'react'
import {
  otherUnit,
  readNumber,
  readWeight,
  toGrams,
  WEIGHT_UNITS,
  weightNumber,
  weightText,
  type WeightUnit,
} from '#shared/kernel/weights.ts'
import fieldStyles from './field.module.css'
import { FieldFrame, Select, useFieldIds } from './field.tsx'
import styles from './weight-input.module.css'

type Props = {
  label: string
  /** In grams; null if the field is empty, NaN if the text is not a weight. */
  value: number | null
  /** Called with a new value, as in `value`. */
  onChange: (grams: number | null) => void
  /** The unit that is shown first. */
  unit: WeightUnit
  hint?: ReactNode
  problem?: string | undefined
  name?: string
  required?: boolean
  /** Leaves out the word “optional”. */
  unmarked?: boolean
  /** Takes only a number, which may be negative so that the server can say what is wrong with it. */
  isNumber?: boolean | undefined
}

/**
 * The input of a weight: a number and its unit, and below it the same weight in the other system, so that pounds entered as
 * kilograms are noticed. A unit may also be typed: “50 lb”.
 *
 * Choosing another unit converts a saved weight. A number that was just typed stays and gets the new unit.
 */
export function WeightInput({
  label,
  value,
  onChange,
  unit,
  hint,
  problem,
  name,
  required,
  unmarked,
  isNumber = false,
}: Props) {
  const { inputId, describedBy } = useFieldIds(undefined, hint, problem)
  const ref = useInvalid(value)
  const { text, shown, meant, type, choose, moveUnit } = useTyped({ value, unit, onChange, isNumber })
  return (
    <FieldFrame {...{ label, hint, problem, inputId }} optional={!required && !unmarked}>
      <span className={styles.row}>
        <input
          ref={ref}
          id={inputId}
          name={name}
          className={fieldStyles.input}
          {...(isNumber ? { type: 'number', min: 0, step: 'any' } : {})}
          inputMode="decimal"
          autoComplete="off"
          required={required}
          value={text}
          onChange={({ target }) => type(target.value)}
          onFocus={({ target }) => target.select()}
          onBlur={moveUnit}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${inputId}-other ${describedBy ?? ''}`}
        />
        <Select
          className={styles.unit}
          aria-label={`Unit of ${label}`}
          value={shown}
          onChange={({ target }) => choose(target.value as WeightUnit)}
        >
          {WEIGHT_UNITS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </span>
      <span className={`soft lining ${styles.other}`} id={`${inputId}-other`}>
        {value === null || Number.isNaN(value) ? '' : `= ${weightText(value, otherUnit(meant))}`}
      </span>
    </FieldFrame>
  )
}

/** The text and the unit that are shown. */
function useTyped({
  value,
  unit,
  onChange,
  isNumber,
}: Pick<Props, 'value' | 'unit' | 'onChange' | 'isNumber'>) {
  const [chosen, setChosen] = useState<WeightUnit | null>(null)
  const [typed, setTyped] = useState<{ text: string; grams: number | null } | null>(null)
  const shown = chosen ?? unit
  // If they differ, the value was changed from outside, such as by a reset of the form.
  const isTyped = typed !== null && Object.is(typed.grams, value)

  const typeIn = (text: string, inUnit: WeightUnit) => {
    const named = readWeight(text)
    const number = isNumber ? Number(text) : readNumber(text)
    const grams = text.trim() === '' ? null : Number.isNaN(named) ? toGrams(number, inUnit) : named
    setTyped({ text, grams })
    onChange(grams)
  }
  const named = isTyped ? /(kg|lb|g|oz)s?\s*$/i.exec(typed.text)?.[1] : undefined
  const meant = named ? (named.toLowerCase() as WeightUnit) : shown
  return {
    shown,
    /** The unit of the text, which may name another one. */
    meant,
    text: isTyped ? typed.text : value === null || Number.isNaN(value) ? '' : weightNumber(value, shown),
    type: (text: string) => typeIn(text, shown),
    choose: (next: WeightUnit) => {
      setChosen(next)
      if (isTyped) typeIn(typed.text, next)
    },
    /** Moves a typed unit to the select. */
    moveUnit: () => {
      if (!named || value === null || Number.isNaN(value)) return
      setChosen(meant)
      setTyped(null)
    },
  }
}

/** Marks the input as invalid for the browser, so that its form is not sent with a text that is not a weight. */
function useInvalid(value: number | null) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    ref.current?.setCustomValidity(Number.isNaN(value) ? 'Enter a weight as a number, such as 12.5.' : '')
  })
  return ref
}
