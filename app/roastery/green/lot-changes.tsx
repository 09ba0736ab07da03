/** The changes of a lot: receive, count, add or take out, replace in roasts, archive, delete. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { green, type WholeGreenLot } from '#shared/roastery/api/green.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useChange } from './change-form.tsx'
import { Change } from './change.tsx'
import { Count } from './count.tsx'
import styles from './green.module.css'
import { LIST } from './paths.ts'
import { Receive } from './receive.tsx'
import { ReplaceInRoasts } from './replace-in-roasts.tsx'

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
