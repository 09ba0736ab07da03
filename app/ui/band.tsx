/** A line across the whole page on which the same words travel by, slowly; still under reduced motion. */
import { useSyncExternalStore, type CSSProperties } from 'react'
import { Link } from 'react-router'
import styles from './band.module.css'

type BandProps = {
  /** What is repeated; read out once. */
  text: string
  /** Makes the whole band a link, which holds still while it is pointed at or focused. */
  to?: string
  /** What the link says, where that is more than its text. */
  label?: string
  reverse?: boolean
  size?: 'large' | 'small'
  /** Of several bands that belong together, one is enough to hold them all still. */
  hasSwitch?: boolean
}

export function Band({ text, to, label = text, reverse, size = 'large', hasSwitch = true }: BandProps) {
  const held = useHeld()
  const style: CSSProperties & Record<'--shift', string> = { '--shift': `${(-100 * LOOP) / COPIES}%` }
  const words = (
    <>
      <span className="visually-hidden">{label}</span>
      <span
        className={styles.track}
        style={style}
        aria-hidden="true"
        data-reverse={reverse || undefined}
        data-held={held || undefined}
      >
        {Array.from({ length: COPIES }, (_, index) => (
          <span key={index} className={styles.words}>
            {text}
          </span>
        ))}
      </span>
    </>
  )
  return (
    <div className={`${styles.band} ${styles[size]}`}>
      {to ? (
        <Link to={to} className={styles.line}>
          {words}
        </Link>
      ) : (
        <p className={styles.line}>{words}</p>
      )}
      {hasSwitch ? <HoldSwitch /> : null}
    </div>
  )
}

/** Enough of them to cover a wide screen; the loop is over after a few and begins anew unseen. */
const COPIES = 16
const LOOP = 4

/** WCAG 2.2.2: what moves by itself can be stopped. One press holds every band, on this page and the next. */
function HoldSwitch() {
  const held = useHeld()
  return (
    <button type="button" className={styles.switch} aria-pressed={held} onClick={() => hold(!held)}>
      <span className="visually-hidden">Hold the moving words still</span>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        {held ? <path d="M4 2 14 8 4 14Z" /> : <path d="M3 2H6V14H3ZM10 2H13V14H10Z" />}
      </svg>
    </button>
  )
}

let isHeld = false
const listeners = new Set<() => void>()

function hold(value: boolean): void {
  isHeld = value
  for (const listener of listeners) listener()
}

function useHeld(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isHeld,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
