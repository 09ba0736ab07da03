import { formatDate } from '#shared/kernel/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

type Offer = { at: string | null; restore: () => void; discard: () => void }

/** Offers to restore unsaved input after a reload or an expired session. */
export function DraftOffer({ offer: { at, restore, discard } }: { offer: Offer }) {
  if (at === null) return null
  return (
    <Alert>
      <p>You have unsaved changes from {formatDate(at, 'shortDayAndTime')}.</p>
      <div className="row-2 pad-top-2">
        <Button onClick={restore}>Restore them</Button>
        <Button look="quiet" onClick={discard}>
          Discard them
        </Button>
      </div>
    </Alert>
  )
}
