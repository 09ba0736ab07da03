import { formatDate } from '#shared/dates.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './draft-offer.module.css'

type Offer = { at: string | null; restore: () => void; forget: () => void }

/** After a reload, or a session that ended while something was typed. */
export function DraftOffer({ offer: { at, restore, forget } }: { offer: Offer }) {
  if (at === null) return null
  return (
    <Alert>
      <p>You typed something here on {formatDate(at, 'shortDayAndTime')} that was not saved.</p>
      <div className={styles.offer}>
        <Button onClick={restore}>Bring it back</Button>
        <Button look="quiet" onClick={forget}>
          Forget it
        </Button>
      </div>
    </Alert>
  )
}
