/** What a bulk change has done, row by row, and what did not work, loudly. */
import type { BulkAnswerRow } from '#shared/platform/api/bulk.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ChangedRows, Changes } from '../changes.tsx'
import type { Result } from './use-press.ts'

/** The rows that another try may change. */
export function restOf({ answers, undone }: Result): BulkAnswerRow[] {
  return answers.filter(({ state }) => state === 'failed' || (state === 'skipped' && !undone))
}

/** @param was what the preview has shown, by row */
export function BulkResult({
  of: result,
  one,
  was,
}: {
  of: Result
  one: string
  was?: ReadonlyMap<string, BulkAnswerRow['changes']>
}) {
  const { answers, undone, error } = result
  const verb = undone ? (undone.isAgain ? 'changed again' : 'taken back') : 'changed'
  const done = answers.filter(({ state }) => state === 'done')
  const others = answers.filter(({ state }) => state !== 'done')
  return (
    <div className="stack-2">
      <Alert tone={others.some(({ state }) => state !== 'unchanged') ? 'danger' : 'note'}>
        <p>
          {counted(done.length, one)} {verb}
          {others.length > 0 ? `, ${summary(others)}` : ''}.
        </p>
        {error ? <p>{error}. Try the rest again: nothing is changed twice.</p> : null}
      </Alert>
      {others.length > 0 ? (
        <ul className="stack-2">
          {others.map((row) => (
            <li key={row._id}>
              <strong>{row.name || row._id}</strong>: {textOf(row, undone !== undefined)}
              <SkippedChanges row={row} was={was?.get(row._id)} />
            </li>
          ))}
        </ul>
      ) : null}
      {done.length > 0 ? (
        <Disclosure summary={`${formatNumber(done.length)} done`}>
          <ChangedRows rows={done} />
        </Disclosure>
      ) : null}
    </div>
  )
}

const STATES = {
  skipped: 'skipped',
  refused: 'refused',
  failed: 'failed',
  unchanged: 'already so',
} as const

function summary(rows: readonly BulkAnswerRow[]): string {
  const parts = Object.entries(STATES).map(([state, text]) => {
    const count = rows.filter((row) => row.state === state).length
    return count > 0 ? `${formatNumber(count)} ${text}` : ''
  })
  return parts.filter(Boolean).join(', ')
}

function textOf({ state, message }: BulkAnswerRow, isUndo: boolean): string {
  if (state === 'unchanged') return 'it was so already'
  if (state === 'skipped') return `${message}, so it ${isUndo ? 'stays as it is' : 'was skipped'}`
  return message ?? state
}

/** Of a skipped row: what the preview showed, and what would change now. */
function SkippedChanges({ row, was }: { row: BulkAnswerRow; was: BulkAnswerRow['changes'] | undefined }) {
  if (row.state !== 'skipped' || row.changes.length === 0) return null
  return (
    <>
      {was?.map(({ field, before }) => (
        <p key={field} className="soft">
          {field} in the preview: {before || 'nothing'}
        </p>
      ))}
      <p className="soft">Now, and what it would become:</p>
      <Changes of={row.changes} />
    </>
  )
}
