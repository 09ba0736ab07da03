import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './trouble.module.css'

/** What could not be loaded, in words, with another try. */
export function Trouble({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <div className={styles.trouble}>
      <Alert tone="danger">{error.message}</Alert>
      <Button look="line" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}
