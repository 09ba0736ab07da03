/** Takes an earlier bulk change back, from the change log. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Collection } from '#shared/start/api.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { BulkEndpoints } from './actions.ts'
import { Frame } from './bulk-dialog.tsx'
import { BulkResult, restOf } from './bulk-result.tsx'
import { usePress } from './use-press.ts'

type Props = {
  /** The id of the bulk change. */
  id: string
  isUndone: boolean
  /** One row in texts: 'product'. */
  one: string
  endpoints: BulkEndpoints
  /** What is fetched again after the change. */
  collections: Collection[]
}

/** The button *Undo*, or *Undone*. The dialog stays open when the list is read again and says *Undone*. */
export function BulkUndo({ isUndone, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const undone = useRef<HTMLParagraphElement>(null)
  return (
    <>
      {isUndone ? (
        <p ref={undone} tabIndex={-1} className="soft">
          Undone
        </p>
      ) : (
        <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Undo
        </Button>
      )}
      {isOpen ? (
        <UndoDialog
          {...props}
          onClose={() => {
            setOpen(false)
            undone.current?.focus()
          }}
        />
      ) : null}
    </>
  )
}

type DialogProps = Omit<Props, 'isUndone'> & { onClose: () => void }

function UndoDialog({ id, one, onClose, ...of }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { undo } = usePress(of)
  const undoing = useMutation({ mutationFn: () => undo({ of: id, isAgain: false }) })
  const { mutate } = undoing
  useEffect(() => mutate(), [mutate])
  const isIncomplete = undoing.isError || (undoing.data !== undefined && restOf(undoing.data).length > 0)
  return (
    <Frame
      dialog={dialog}
      heading="Undo"
      step={undoing.isIdle || undoing.isPending ? 'busy' : 'result'}
      onClose={onClose}
    >
      {undoing.data ? <BulkResult of={undoing.data} one={one} /> : null}
      {undoing.isError ? (
        <Alert tone="danger">
          <p>{undoing.error.message}</p>
        </Alert>
      ) : null}
      {undoing.data || undoing.isError ? (
        <div className="row-2 align-middle">
          <Button onClick={() => dialog.current?.close()}>Close</Button>
          {isIncomplete ? (
            <Button look="line" onClick={() => mutate()}>
              Try again
            </Button>
          ) : null}
        </div>
      ) : (
        <p role="status">Taking it back…</p>
      )}
    </Frame>
  )
}
