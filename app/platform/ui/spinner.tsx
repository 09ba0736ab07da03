import styles from './spinner.module.css'

/** An animated frame and a text that says what is loading. */
export function Spinner({ what }: { what: string }) {
  return (
    <div className={`stack-2 ${styles.spinner}`} role="status">
      <span className={styles.frame} aria-hidden="true" />
      <span className="italic">{what}</span>
    </div>
  )
}
