import { Button } from '#app/platform/ui/button.tsx'
import styles from './menu.module.css'

/**
 * Shown at a new picture. Contains the text of the page that the new picture replaces. The text may have old prices, so
 * visitors do not see it until the admin decides.
 */
export function OldText({ name, clear, keep }: { name: string; clear: () => void; keep: () => void }) {
  return (
    <div className={styles.old} role="group" aria-label={`Keep or clear the old text, ${name}`}>
      <p>
        Below is the text of the page it replaces. Visitors do not see it until you confirm that it still
        fits.
      </p>
      <div className={`cluster ${styles.choices}`}>
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
