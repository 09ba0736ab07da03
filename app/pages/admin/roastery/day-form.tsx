import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { roastPlan, type RoastPlan } from '#shared/api/roast-plan.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { WeightInput } from '../../../ui/weight-input.tsx'
import styles from './roastery.module.css'
import { unitOf } from './weigh.ts'

/** The capacity and the note of one day. */
export function DayForm({ plan }: { plan: RoastPlan }) {
  return (
    <Disclosure summary="Capacity of this day">
      <Form key={`${plan.ownCapacityGrams} ${plan.note}`} plan={plan} />
    </Disclosure>
  )
}

function Form({ plan: { day, ownCapacityGrams, note: savedNote, inPounds } }: { plan: RoastPlan }) {
  const client = useQueryClient()
  const [capacityGrams, setCapacity] = useState(ownCapacityGrams)
  const [note, setNote] = useState(savedNote)
  const saving = useMutation({
    mutationFn: () => {
      const before = { capacityGrams: ownCapacityGrams, note: savedNote }
      return call(roastPlan.saveDay, { params: { day }, body: { capacityGrams, note, before } })
    },
    onSuccess: () => toast.success('The day is saved'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'roastery'),
  })
  const isWrong = Number.isNaN(capacityGrams)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong && !saving.isPending) saving.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Capacity of this day" noValidate>
      <WeightInput
        label="Green coffee"
        value={capacityGrams}
        onChange={setCapacity}
        unit={unitOf(inPounds)}
        hint="If empty, the capacity in the settings applies. With 0, nothing is roasted on this day"
        problem={isWrong ? 'Enter a weight' : undefined}
      />
      <Field label="Note" value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
      <Button type="submit" busy={saving.isPending}>
        Save
      </Button>
    </form>
  )
}
