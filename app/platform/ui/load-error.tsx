import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './load-error.module.css'

/** The message of a failed request, with a button that tries again. */
export function LoadError({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <div className={styles.error}>
      <Alert tone="danger">{error.message}</Alert>
      <Button look="line" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}
