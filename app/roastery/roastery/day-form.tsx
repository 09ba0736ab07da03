import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { roastPlan, type RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { call, isConflict } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { useBase } from '#app/platform/admin/use-base.ts'
import styles from './roastery.module.css'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'

/** The capacity and the note of one day. */
export function DayForm({ plan }: { plan: RoastPlan }) {
  return (
    <Disclosure summary="Capacity of this day">
      <Form plan={plan} />
    </Disclosure>
  )
}

type Typed = { capacityGrams?: number | null; note?: string }

function Form({ plan: { day, ownCapacityGrams, note: savedNote } }: { plan: RoastPlan }) {
  const client = useQueryClient()
  const { large } = useWeightUnits()
  const [typed, setTyped] = useState<Typed>({})
  const saved = { capacityGrams: ownCapacityGrams, note: savedNote }
  const { base, rebase } = useBase(saved, Object.keys(typed).length > 0)
  const { capacityGrams, note } = { ...base, ...typed }
  const saving = useMutation({
    mutationFn: (sent: Typed) =>
      call(roastPlan.saveDay, { params: { day }, body: { ...base, ...sent, before: base } }),
    onSuccess: (plan, sent) => {
      toast.success('The day is saved')
      client.setQueryData(ask(roastPlan.one, { params: { day } }).queryKey, plan)
      rebase()
      // What was typed while the day was saved stays.
      setTyped((now) => (now === sent ? {} : now))
    },
    onError: (error) => {
      toast.error(error.message)
      if (isConflict(error)) rebase()
    },
    onSettled: () => refresh(client, 'roastery'),
  })
  const isWrong = Number.isNaN(capacityGrams)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong && !saving.isPending) saving.mutate(typed)
  }
  return (
    <form
      className={`grid whole-row align-top pad-2 mat ${styles.form}`}
      onSubmit={submit}
      aria-label="Capacity of this day"
      noValidate
    >
      <WeightInput
        label="Green coffee"
        value={capacityGrams}
        onChange={(grams) => setTyped({ ...typed, capacityGrams: grams })}
        unit={large}
        hint="If empty, the capacity in the settings applies. With 0, nothing is roasted on this day"
        problem={isWrong ? 'Enter a weight' : undefined}
      />
      <Field
        label="Note"
        value={note}
        maxLength={200}
        onChange={({ target }) => setTyped({ ...typed, note: target.value })}
      />
      <Button type="submit" busy={saving.isPending}>
        Save
      </Button>
    </form>
  )
}
