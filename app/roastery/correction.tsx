import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ADJUSTMENT_TEXTS, type AdjustmentReason } from '#shared/roastery/roastery.ts'
import { call, fieldsIn, isConflict } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import styles from './correction.module.css'
import { useBase } from '#app/platform/admin/use-base.ts'
import { useWeigh, useWeightUnits } from '#app/platform/admin/use-weight-units.ts'

/** Roasted coffee has no arrivals. */
const REASONS = ['count', 'sample', 'bar', 'waste', 'sold'] as const
type Reason = (typeof REASONS)[number]

type Corrected = {
  of: 'batch' | 'lot' | 'bags'
  id: string
  /** The expected amount, in grams or as a number of bags. */
  left: number
}

/**
 * Corrects what is left of a batch, a lot or bags. People enter the amount that is there, or the amount that was taken
 * out.
 */
export function Correction({ of, id, left }: Corrected) {
  const { problems, events, typed, expected, set, correcting } = useCorrection({ of, id, left })
  const { small } = useWeightUnits()
  const weigh = useWeigh()
  const isCount = typed.reason === 'count'
  const amount = {
    label: isCount ? 'What is there' : 'Taken out',
    name: 'change',
    required: true,
    problem: problems['change'],
    hint: `${of === 'bags' ? counted(expected, 'bag') : weigh(expected)} should be left`,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!correcting.isPending) correcting.mutate()
  }
  return (
    <Disclosure summary={of === 'bags' ? 'Correct the number of bags' : 'Correct what is left'}>
      <form className={`stack-2 ${styles.form}`} aria-label="Correction" {...events} onSubmit={submit}>
        <ReasonField reasons={REASONS} value={typed.reason} onChange={(reason) => set({ reason })} />
        {of === 'bags' ? (
          <Field
            {...amount}
            type="number"
            inputMode="numeric"
            min={isCount ? 0 : 1}
            value={typed.amount ?? ''}
            onChange={({ target }) => set({ amount: target.value === '' ? null : Number(target.value) })}
          />
        ) : (
          <WeightInput
            {...amount}
            unit={small}
            value={typed.amount}
            onChange={(grams) => set({ amount: grams })}
          />
        )}
        <Field
          label="Note"
          name="note"
          maxLength={200}
          value={typed.note}
          onChange={({ target }) => set({ note: target.value })}
          problem={problems['note']}
        />
        <Button type="submit" busy={correcting.isPending}>
          Save the correction
        </Button>
      </form>
    </Disclosure>
  )
}

/** Chooses the reason of a correction. */
export function ReasonField<R extends AdjustmentReason>({
  reasons,
  value,
  onChange,
}: {
  reasons: readonly R[]
  value: R
  onChange: (reason: R) => void
}) {
  return (
    <SelectField
      label="Reason"
      name="reason"
      unmarked
      value={value}
      onChange={({ target }) => onChange(reasons.find((each) => each === target.value)!)}
    >
      {reasons.map((each) => (
        <option key={each} value={each}>
          {ADJUSTMENT_TEXTS[each]}
        </option>
      ))}
    </SelectField>
  )
}

const EMPTY = { reason: 'count' as Reason, amount: null as number | null, note: '' }

/** The typed correction, and the request that sends it. */
function useCorrection({ of, id, left }: Corrected) {
  const client = useQueryClient()
  const { problems, showProblems, events } = useProblems()
  const [typed, setTyped] = useState(EMPTY)
  const isCount = typed.reason === 'count'
  const { base: expected, rebase } = useBase(left, isCount && typed.amount !== null)
  const sendOnce = useSendOnce()
  const correcting = useMutation({
    mutationFn: () => {
      const { reason, amount, note } = typed
      const change = isCount ? (amount ?? 0) - expected : -(amount ?? 0)
      const body = { of, id, change, reason, note, ...(isCount ? { expected } : {}) }
      return sendOnce(body, (idempotencyKey) => call(roastDay.adjust, { body }, { idempotencyKey }))
    },
    onSuccess: ({ message }) => {
      toast.success(message)
      setTyped(EMPTY)
    },
    onError: (error) => {
      toast.error(error.message)
      if (isConflict(error)) rebase()
      showProblems(null, fieldsIn(error))
    },
    onSettled: () => refresh(client, 'roastery', 'recall'),
  })
  const set = (change: Partial<typeof EMPTY>) => setTyped((before) => ({ ...before, ...change }))
  return { problems, events, typed, expected, set, correcting }
}
