import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'

/**
 * Why there is nothing to see. `first`: nothing has been added yet, with what the list is for; `cleared`: everything is
 * done; `no-match`: the filters leave nothing; `no-right`: the role may not see it; `failed`: it could not be loaded.
 */
type Kind = 'first' | 'cleared' | 'no-match' | 'no-right' | 'failed'

/** What a list or page shows instead of rows: a text, what is known about it, and at most one action. */
export function EmptyState({
  kind,
  text,
  detail,
  action,
}: {
  kind: Kind
  text: ReactNode
  detail?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="stack-2 items-left" data-empty={kind}>
      {kind === 'failed' ? <Alert tone="danger">{text}</Alert> : <p>{text}</p>}
      {detail ? <p className="soft">{detail}</p> : null}
      {action}
    </div>
  )
}
