import { useState } from 'react'
import { toCents, toDecimal } from '#shared/kernel/pricing.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'

type Props = {
  isWeight: boolean
  /** Grams or cents, as text. */
  value: string
  problem: string | undefined
  change: (value: string) => void
}

/** The smallest order, as a weight or an amount. */
export function MinimumField({ isWeight, value, problem, change }: Props) {
  const { large } = useWeightUnits()
  if (!isWeight) return <AmountField value={value} problem={problem} change={change} />
  const grams = Number(value) || null
  return (
    <div className="measure-form">
      <WeightInput
        label="At least"
        name="minimumValue"
        value={grams}
        unit={large}
        problem={problem}
        onChange={(next) => change(next === null ? '' : String(next))}
        unmarked
      />
    </div>
  )
}

function AmountField({ value, problem, change }: Omit<Props, 'isWeight'>) {
  const cents = Number(value)
  const [typed, setTyped] = useState(cents > 0 ? toDecimal(cents) : '')
  return (
    <div className="measure-form">
      <Field
        label="At least"
        name="minimumValue"
        type="number"
        min={0}
        step="any"
        inputMode="decimal"
        hint="In dollars"
        unmarked
        value={typed}
        {...(problem === undefined ? {} : { problem })}
        onChange={({ target }) => {
          setTyped(target.value)
          change(target.value === '' ? '' : String(toCents(Number(target.value))))
        }}
      />
    </div>
  )
}
