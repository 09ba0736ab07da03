import styles from './spinner.module.css'

/** Something is on its way: a frame being drawn, and words for those who do not see it. */
export function Spinner({ what }: { what: string }) {
  return (
    <div className={styles.spinner} role="status">
      <span className={styles.frame} aria-hidden="true" />
      <span className={styles.what}>{what}</span>
    </div>
  )
}
