import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import type { LeftOver } from './use-opened.ts'
import styles from './left-over.module.css'

/** What was typed and has no place any more: here it can be copied. */
export function LeftOverWords({
  what,
  of: words,
  putAway,
}: {
  /** What changed meanwhile: 'menu'. */
  what: string
  of: readonly LeftOver[]
  putAway: () => void
}) {
  if (words.length === 0) return null
  return (
    <Alert>
      <p>The {what} changed while you were typing. What you had typed and is not in it any more:</p>
      <dl className={styles.left}>
        {words.map(({ label, words: text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they only ever grow
          <div key={index}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Button look="line" onClick={putAway}>
        Put this away
      </Button>
    </Alert>
  )
}
