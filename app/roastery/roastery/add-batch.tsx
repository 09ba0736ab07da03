import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import { limitsFor } from './batch-form.tsx'
import type { DayList } from './day-strip.tsx'
import styles from './roastery.module.css'
import { unitOf } from './weigh.ts'

/** Adds a batch by hand. */
export function AddBatch({ day, list }: { day: string; list: DayList }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button look="line" className={styles.add} onClick={() => setOpen(true)}>
        Add a batch
      </Button>
    )
  return <Form day={day} list={list} close={() => setOpen(false)} />
}

function Form({ day, list, close }: { day: string; list: DayList; close: () => void }) {
  const client = useQueryClient()
  const [roastId, setRoastId] = useState(list.roasts[0]?._id ?? '')
  const [grams, setGrams] = useState<number | null>(list.roasts[0]?.largest ?? null)
  const { problem, hint } = limitsFor(list, roastId, grams)
  const sendOnce = useSendOnce()
  const adding = useMutation({
    mutationFn: (greenGrams: number) => {
      const body = { day, roastId, greenGrams }
      return sendOnce(body, (idempotencyKey) => call(roastPlan.addBatch, { body }, { idempotencyKey }))
    },
    onSuccess: async ({ code }) => {
      toast.success(`Batch ${code} added`)
      close()
      await refresh(client, 'roastery')
    },
    onError: (error) => toast.error(error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem && grams !== null && !adding.isPending) adding.mutate(grams)
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Add a batch" noValidate>
      <SelectField label="Roast" value={roastId} onChange={({ target }) => setRoastId(target.value)}>
        {list.roasts.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <WeightInput
        label="Green coffee"
        value={grams}
        onChange={setGrams}
        unit={unitOf(list.inPounds)}
        hint={hint}
        problem={problem}
        required
      />
      <div className={`row-2 align-middle ${styles.actions}`}>
        <Button type="submit" busy={adding.isPending}>
          Add
        </Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
