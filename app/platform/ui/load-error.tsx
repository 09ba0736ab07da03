import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** The message of a failed request, with a button that tries again. */
export function LoadError({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <div className="stack-2 items-left">
      <Alert tone="danger">{error.message}</Alert>
      <Button look="line" onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}
