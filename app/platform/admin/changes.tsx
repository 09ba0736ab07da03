import type { Change } from '#shared/platform/api/change-log.ts'
import styles from './changes.module.css'

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
