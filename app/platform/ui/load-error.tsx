import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** The message of a failed request, with a button that tries again. */
export function LoadError({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <EmptyState
      kind="failed"
      text={error.message}
      action={
        <Button look="line" onClick={() => void retry()}>
          Try again
        </Button>
      }
    />
  )
}
