/** The changes of a lot: receive, count, add or take out, replace in roasts, archive, delete. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { Change, Count, Receive, useChange } from './stock-forms.tsx'
import styles from './green.module.css'
import { LIST } from './green-list.tsx'
import { useState } from 'react'
import { roasts } from '#shared/roastery/api/recipes.ts'
import { counted } from '#shared/kernel/counts.ts'
import { SelectField } from '#app/platform/ui/field.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { lotText, replacementsFor } from '#app/platform/admin/lot-text.ts'

export function LotChanges({ lot }: { lot: WholeGreenLot }) {
  if (lot.state === 'on the way')
    return (
      <>
        <Receive lot={lot} />
        <div className={`stack-1 ${styles.changes}`}>
          <Delete lot={lot} />
        </div>
      </>
    )
  return (
    <section className={`stack-1 ${styles.changes}`} aria-label="Change this lot">
      {lot.state === 'archived' ? (
        <Archive lot={lot} />
      ) : (
        <>
          <Count lot={lot} />
          <Change lot={lot} />
          {lot.canUndoArrival ? <UndoArrival lot={lot} /> : null}
          {lot.state === 'used up' ? <Archive lot={lot} /> : null}
        </>
      )}
      {lot.state !== 'here' && lot.roasts.length > 0 ? <ReplaceInRoasts lot={lot} /> : null}
    </section>
  )
}

function UndoArrival({ lot: { _id: id } }: { lot: WholeGreenLot }) {
  const undoing = useChange(() => call(green.undoArrival, { params: { id } }), 'Arrival undone')
  return (
    <Button look="quiet" busy={undoing.isPending} onClick={() => undoing.mutate()}>
      Undo the arrival
    </Button>
  )
}

function Archive({ lot: { _id: id, state } }: { lot: WholeGreenLot }) {
  const isArchived = state !== 'archived'
  const archiving = useChange(
    () => call(green.archive, { params: { id }, body: { isArchived } }),
    isArchived ? 'Lot archived' : 'Lot restored',
  )
  return (
    <Button look="quiet" busy={archiving.isPending} onClick={() => archiving.mutate()}>
      {isArchived ? 'Archive this lot' : 'Restore this lot'}
    </Button>
  )
}

function Delete({ lot: { _id: id } }: { lot: WholeGreenLot }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const deleting = useMutation({
    mutationFn: () => call(green.remove, { params: { id } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await navigate(LIST)
      await refresh(client, 'green')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button
      look="quiet"
      busy={deleting.isPending}
      onClick={() => {
        if (window.confirm('Are you sure?')) deleting.mutate()
      }}
    >
      Delete this contract
    </Button>
  )
}

/** Replaces a used-up lot in all roasts that contain it. */
function ReplaceInRoasts({ lot }: { lot: WholeGreenLot }) {
  const client = useQueryClient()
  const { large } = useWeightUnits()
  const lots = useQuery(ask(green.list, {})).data?.lots ?? []
  const options = replacementsFor(lot, lots)
  const [chosen, choose] = useState('')
  const replacementId = chosen || (options[0]?._id ?? '')
  const replacing = useMutation({
    mutationFn: () => call(roasts.replaceLot, { body: { lotId: lot._id, replacementId } }),
    onSuccess: async ({ roasts: count }) => {
      toast.success(`Replaced in ${counted(count, 'roast')}`)
      await refresh(client, 'green', 'roasts')
    },
    onError: (error) => toast.error(error.message),
  })
  if (options.length === 0) return null
  return (
    <form
      className={`stack-2 ${styles.form}`}
      aria-label="Replace in roasts"
      onSubmit={(event) => {
        event.preventDefault()
        if (!replacing.isPending) replacing.mutate()
      }}
    >
      <SelectField
        label={`Replace it in ${counted(lot.roasts.length, 'roast')} with`}
        unmarked
        value={replacementId}
        onChange={({ target }) => choose(target.value)}
      >
        {options.map((each) => (
          <option key={each._id} value={each._id}>
            {lotText(each, large)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="line" busy={replacing.isPending}>
        Replace
      </Button>
    </form>
  )
}
