import type { TextChanges } from '#shared/content/api/site-pages.ts'
import styles from './page.module.css'

/** The differences between two versions, word by word. */
export function Changes({ of: changes }: { of: TextChanges }) {
  if (changes.length === 0) return <p>Nothing differs from what visitors see.</p>
  return (
    <dl className={`stack-2 ${styles.changes}`}>
      {changes.map(({ label, parts }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">
            {parts.map(({ kind, text }, index) => {
              const Part = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
              // oxlint-disable-next-line react/no-array-index-key -- the parts never change
              return <Part key={index}>{text}</Part>
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
