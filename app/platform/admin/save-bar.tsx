import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import styles from './save-bar.module.css'

/**
 * A bar at the end of a long form. It stays in view, has the form's buttons, and says whether there are unsaved changes,
 * and whether the form goes on below the bar.
 */
export function SaveBar({ state, children }: { state: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const isOverForm = useIsOverForm(bar)
  return (
    <div ref={bar} className={`flex pad-y-2 rule-soft mat ${styles.bar}`}>
      <div className={`flex gap-3 align-middle ${styles.actions}`}>{children}</div>
      <div className={`flex gap-2 ${styles.notes}`}>
        <p role="status" className="alarm">
          {state}
        </p>
        {isOverForm ? (
          <p aria-hidden="true" className={`soft nowrap ${styles.more}`}>
            More below ↓
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Whether the bar covers the form. Only then its last pixel is below the window (`bottom` in the stylesheet). */
function useIsOverForm(bar: RefObject<HTMLDivElement | null>): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => setOver(entry!.boundingClientRect.bottom > innerHeight),
      { threshold: 1 },
    )
    observer.observe(bar.current!)
    return () => observer.disconnect()
  }, [bar])
  return isOver
}
