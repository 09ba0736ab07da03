import { Button } from '../../../ui/button.tsx'
import styles from './menu.module.css'

/** A new picture beside the text of the page it replaces: prices may be the old ones, so visitors wait for a choice. */
export function OldText({ name, clear, keep }: { name: string; clear: () => void; keep: () => void }) {
  return (
    <div className={styles.old} role="group" aria-label={`What stood on ${name} before`}>
      <p>
        Below is the text of the page it replaces. Visitors do not see it until you say that it still fits.
      </p>
      <div className={styles.choices}>
        <Button look="line" aria-label={`Clear text, ${name}`} onClick={clear}>
          Clear text
        </Button>
        <Button look="line" aria-label={`It still fits, ${name}`} onClick={keep}>
          It still fits
        </Button>
      </div>
    </div>
  )
}
