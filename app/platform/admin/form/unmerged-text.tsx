import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { Unmerged } from './use-opened.ts'
import styles from './unmerged-text.module.css'

/** Shows typed text that could not be merged with another admin's changes, so that the user can copy it. */
export function UnmergedText({
  what,
  of: unmerged,
  dismiss,
}: {
  /** The name of the resource that was changed: 'menu'. */
  what: string
  of: readonly Unmerged[]
  dismiss: () => void
}) {
  if (unmerged.length === 0) return null
  return (
    <Alert>
      <p>The {what} was changed while you were typing. This text of yours is no longer part of it:</p>
      <dl className={`stack-1 ${styles.unmerged}`}>
        {unmerged.map(({ label, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries are only added at the end
          <div key={index}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Button look="line" onClick={dismiss}>
        Dismiss
      </Button>
    </Alert>
  )
}
