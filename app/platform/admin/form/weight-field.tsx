import type { ReactNode } from 'react'
import { readWeight } from '#shared/kernel/weights.ts'
import { WeightInput } from '../../ui/weight-input.tsx'
import { useWeightUnits } from '../use-weight-units.ts'

type Props = {
  label: string
  name: string
  /** The form's value: a text such as `12500 g`, or empty. */
  value: string
  change: ((value: string) => void) | undefined
  required: boolean
  isSmall?: true | undefined
  unmarked: boolean
  hint?: ReactNode
  problem: string | undefined
}

/** The weight field of a resource's form. */
export function WeightField({ value, change, isSmall, ...rest }: Props) {
  const { large, small } = useWeightUnits()
  return (
    <WeightInput
      {...rest}
      unit={isSmall ? small : large}
      value={value === '' ? null : readWeight(value)}
      onChange={(grams) => change?.(grams === null ? '' : `${grams} g`)}
    />
  )
}
