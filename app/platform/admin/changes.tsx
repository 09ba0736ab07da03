import type { Change } from '#shared/platform/api/change-log.ts'
import styles from './changes.module.css'

type ChangedRow = { _id: string; name: string; changes: readonly Change[] }

/** The rows of a bulk change with what was changed of each. */
export function ChangedRows({ rows }: { rows: readonly ChangedRow[] }) {
  return (
    <ul className="stack-1">
      {rows.map(({ _id, name, changes }) => (
        <li key={_id}>
          {name}
          <Changes of={changes} />
        </li>
      ))}
    </ul>
  )
}

/** A list of changed fields with their old and new values. With `isNew`, only the new values are shown. */
export function Changes({ of: changes, isNew = false }: { of: readonly Change[]; isNew?: boolean }) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={`${field} ${after}`}>
          {field}: {isNew ? null : <del>{before || 'nothing'}</del>}
          {isNew ? null : ' → '}
          <ins>{after || 'nothing'}</ins>
        </li>
      ))}
    </ul>
  )
}
