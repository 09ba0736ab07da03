import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { roastPlan, type RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { call, isConflict } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { WeightInput } from '#app/platform/ui/weight-input.tsx'
import type { DayList } from './day-strip.tsx'
import styles from './roastery.module.css'
import { useWeigh, useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import type { Batch } from '#shared/roastery/api/roast-day.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { useBase } from '#app/platform/admin/use-base.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { announce } from '#app/platform/ui/live-region.tsx'

/** Adds a batch by hand. */
export function AddBatch({ day, list }: { day: string; list: DayList }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button look="line" onClick={() => setOpen(true)}>
        Add a batch
      </Button>
    )
  return <Form day={day} list={list} close={() => setOpen(false)} />
}

function Form({ day, list, close }: { day: string; list: DayList; close: () => void }) {
  const { large } = useWeightUnits()
  const client = useQueryClient()
  const [roastId, setRoastId] = useState(list.roasts[0]?._id ?? '')
  const [grams, setGrams] = useState<number | null>(list.roasts[0]?.largest ?? null)
  const { problem, hint } = useLimits(list, roastId, grams)
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
    <form
      className={`grid whole-row align-top pad-2 mat ${styles.form}`}
      onSubmit={submit}
      aria-label="Add a batch"
      noValidate
    >
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
        unit={large}
        hint={hint}
        problem={problem}
        required
      />
      <div className="row-2 align-middle whole-row">
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

type Props = { batch: Batch; index: number; plan: RoastPlan; list: DayList; close: () => void }

/** Changes the weight and the day of a planned batch. */
export function BatchForm({ batch, index, plan, list, close }: Props) {
  const { large } = useWeightUnits()
  const [typed, setTyped] = useState<{ grams?: number | null; day?: string }>({})
  const { base, rebase } = useBase(batch, Object.keys(typed).length > 0)
  const { grams = base.greenGrams, day = plan.day } = typed
  // The version also counts moves within the day, which this form does not undo.
  const { change } = useBatchChange(batch.greenGrams === base.greenGrams ? batch : base)
  const { problem, hint } = useLimits(list, batch.roast._id, grams)
  const days = [
    ...new Set([plan.day, ...list.days.map((each) => each.day).filter((each) => each >= list.today)]),
  ]
  const onError = (error: Error) => {
    if (isConflict(error)) rebase()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem || grams === null || change.isPending) return
    const position = day === plan.day ? index : MOST_PLACES
    const done = `Batch ${batch.code} changed`
    change.mutate({ body: { greenGrams: grams, day, position }, done }, { onSuccess: close, onError })
  }
  return (
    <form
      className={`grid whole-row align-top pad-2 mat ${styles.form}`}
      onSubmit={submit}
      aria-label={`Change batch ${batch.code}`}
      noValidate
    >
      <WeightInput
        label="Green coffee"
        value={grams}
        onChange={(next) => setTyped({ ...typed, grams: next })}
        unit={large}
        hint={hint}
        problem={problem}
        required
      />
      <SelectField
        label="Roast day"
        value={day}
        onChange={({ target }) => setTyped({ ...typed, day: target.value })}
      >
        {days.map((each) => (
          <option key={each} value={each}>
            {formatDate(each, 'shortWeekday')}
          </option>
        ))}
      </SelectField>
      <div className="row-2 align-middle whole-row">
        <Button type="submit" busy={change.isPending}>
          Save
        </Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** A batch that moves to another day becomes the last batch of that day. */
const MOST_PLACES = 500

/** The limits of a batch as a hint, and the problem of a weight outside them. */
function useLimits(
  { roasts }: DayList,
  roastId: string,
  grams: number | null,
): { hint: string; problem: string | undefined } {
  const weigh = useWeigh()
  const roast = roasts.find(({ _id }) => _id === roastId)
  if (!roast) return { hint: '', problem: undefined }
  const limits = `${weigh(roast.smallest)} to ${weigh(roast.largest)}`
  const fits = grams !== null && grams >= roast.smallest && grams <= roast.largest
  return { hint: `The machine takes ${limits}`, problem: fits ? undefined : `Enter ${limits}` }
}

/** `done` is announced to screen readers after the change. */
type Change = { body: Omit<Body<typeof roastPlan.changeBatch>, 'version'>; done: string }

/** The changes of a planned batch. After each change, even a refused one, the plan is fetched again. */
export function useBatchChange({ _id: id, code, version }: Batch) {
  const client = useQueryClient()
  const onSettled = () => refresh(client, 'roastery')
  const change = useMutation({
    mutationFn: ({ body }: Change) =>
      call(roastPlan.changeBatch, { params: { id }, body: { ...body, version } }),
    onSuccess: (_, { done }) => announce(done),
    onError: (error) => toast.error(error.message),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: () => call(roastPlan.removeBatch, { params: { id } }),
    onSuccess: () => toast.success(`Batch ${code} removed`),
    onError: (error) => toast.error(error.message),
    onSettled,
  })
  return { change, remove }
}
