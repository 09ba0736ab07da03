import type { FocusEvent, ReactNode } from 'react'
import type { AnyField } from '#shared/platform/resources/described.ts'
import { CheckField, CheckGroup } from '#app/platform/ui/check-field.tsx'
import { Field, SelectField, TextareaField } from '#app/platform/ui/field.tsx'
import { readWeight, type WeightUnit } from '#shared/kernel/weights.ts'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'

/** The props that connect an input with its form. The form's `register` returns them. */
export type Bound = {
  name: string
  onBlur: (event: { target: unknown }) => unknown
  onChange: (event: { target: unknown }) => unknown
  // oxlint-disable-next-line typescript/no-explicit-any -- an input, a textarea or a select
  ref: (element: any) => void
}

type Props = {
  of: AnyField
  /** The return value of `register`. */
  bound: Bound
  problem?: string
  /** Replaces the hint in the description of the field. */
  hint?: ReactNode
  unmarked?: boolean
  /** For weights, which are not plain inputs: the value in the form, and a function that sets it. */
  value?: unknown
  change?: (value: string) => void
}

/** The input for a field of a resource. Fields with their own component (`as: 'own'`) are not rendered. */
export function ResourceField(props: Props) {
  const { of: field, bound, problem, hint = field.hint, unmarked = true } = props
  const { input, label, blank } = field
  const onFocus = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // Selects sample text, default text and numbers, so that the first keystroke replaces them.
    if (target.type === 'number' || isSample(target.value) || target.value === blank) target.select()
  }
  const common = { ...bound, label, hint, problem, unmarked, onFocus }
  switch (input.as) {
    case 'line':
      return (
        <Field
          {...common}
          type={input.type}
          list={input.list}
          maxLength={input.max}
          required={input.required}
          {...(input.missing ? { 'data-missing': input.missing, autoComplete: 'off' } : {})}
        />
      )
    case 'prose':
      return <TextareaField {...common} maxLength={input.max} rows={input.rows} />
    case 'number':
      return (
        <Field
          {...common}
          type="number"
          min={input.min ?? 0}
          max={input.max}
          step={input.step}
          inputMode={input.step === 1 ? 'numeric' : 'decimal'}
          autoComplete="off"
          required={input.required}
        />
      )
    case 'weight':
      return (
        <WeightField
          {...{ label, hint, problem, unmarked }}
          {...input}
          name={bound.name}
          value={typeof props.value === 'string' ? props.value : ''}
          change={props.change}
        />
      )
    case 'choice':
      return (
        <SelectField {...{ ...common, onFocus: undefined }}>
          <Options {...input} />
        </SelectField>
      )
    case 'check':
      return <CheckField {...bound} label={label} hint={hint} />
    case 'several':
      return <CheckGroup {...bound} label={label} hint={hint} problem={problem} options={input.options} />
    case 'own':
      return null
  }
}

function Options({
  options,
  names,
}: {
  options: readonly string[]
  names?: Readonly<Record<string, string>>
}) {
  return options.map((option) => (
    <option key={option} value={option}>
      {names?.[option] ?? option}
    </option>
  ))
}

/** Whether the text is still the sample text of a new record. */
export function isSample(value: string): boolean {
  return /^sample /i.test(value)
}

type WeightProps = {
  label: string
  name: string
  /** The form's value: a text such as `12500 g`, with `isPlain` only the grams; or empty. */
  value: string
  change: ((value: string) => void) | undefined
  required: boolean
  isSmall?: true | undefined
  isPlain?: true | undefined
  /** The unit that is shown first, if it is not the shop's. */
  first?: WeightUnit | undefined
  unmarked: boolean
  hint?: ReactNode
  problem: string | undefined
}

/** The weight field of a resource's form. */
function WeightField({ value, change, isSmall, isPlain, first, ...rest }: WeightProps) {
  const { large, small } = useWeightUnits()
  return (
    <WeightInput
      {...rest}
      unit={first ?? (isSmall ? small : large)}
      isNumber={isPlain}
      value={value === '' ? null : isPlain ? Number(value) : readWeight(value)}
      onChange={(grams) => change?.(grams === null ? '' : isPlain ? String(grams) : `${grams} g`)}
    />
  )
}
