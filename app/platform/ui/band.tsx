/** A row of slowly moving text across the whole page. It does not move under `prefers-reduced-motion`. */
import { useSyncExternalStore, type CSSProperties } from 'react'
import { Link } from 'react-router'
import styles from './band.module.css'

type BandProps = {
  /** The repeated text. Screen readers read it once. */
  text: string
  /** Makes the whole band a link. The text pauses while the link is hovered or focused. */
  to?: string
  /** The accessible name, if it differs from `text`. */
  label?: string
  reverse?: boolean
  size?: 'large' | 'small'
  /** Whether the band has a pause button. A group of bands needs only one button, because it pauses all of them. */
  hasPauseButton?: boolean
}

export function Band({ text, to, label = text, reverse, size = 'large', hasPauseButton = true }: BandProps) {
  const paused = usePaused()
  const style: CSSProperties & Record<'--shift', string> = { '--shift': `${(-100 * LOOP) / COPIES}%` }
  const content = (
    <>
      <span className="visually-hidden">{label}</span>
      <span
        className={styles.track}
        style={style}
        aria-hidden="true"
        data-reverse={reverse || undefined}
        data-paused={paused || undefined}
      >
        {Array.from({ length: COPIES }, (_, index) => (
          <span key={index} className={styles.text}>
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
          {content}
        </Link>
      ) : (
        <p className={styles.line}>{content}</p>
      )}
      {hasPauseButton ? <PauseButton /> : null}
    </div>
  )
}

/** How often the text is repeated: enough to cover a wide screen. The animation starts over after `LOOP` copies. */
const COPIES = 16
const LOOP = 4

/** WCAG 2.2.2 requires a button that pauses moving content. One press pauses all bands, also on the next pages. */
function PauseButton() {
  const paused = usePaused()
  return (
    <button type="button" className={styles.switch} aria-pressed={paused} onClick={() => setPaused(!paused)}>
      <span className="visually-hidden">Pause the moving text</span>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        {paused ? <path d="M4 2 14 8 4 14Z" /> : <path d="M3 2H6V14H3ZM10 2H13V14H10Z" />}
      </svg>
    </button>
  )
}

let isPaused = false
const listeners = new Set<() => void>()

function setPaused(value: boolean): void {
  isPaused = value
  for (const listener of listeners) listener()
}

function usePaused(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPaused,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
