/**
 * Short notices at the top right, gone after 5 s (spec section 9); hovering or focusing one holds it. A notice belongs to
 * its page: on the way to another only that stays which was raised with the navigation, such as the word that a save
 * went well. A second success takes the place of the first.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import styles from './toast.module.css'

/** Where what the notice tells of can be looked at. */
type Way = { to: string; text: string }

/** `at` is when it was raised, in milliseconds. */
type Toast = { id: number; tone: 'success' | 'error'; text: string; way?: Way; at: number }

const LIFE = 5000
/** A navigation that begins this soon after a notice, in milliseconds, comes from the same action. */
const SAME_ACTION = 1000

let toasts: readonly Toast[] = []
let nextId = 1
let lastLinkAt = 0
const listeners = new Set<() => void>()

export const toast = {
  success: (text: string, way?: Way) => add('success', text, way),
  error: (text: string) => add('error', text),
  /** For a form that is sent again: what went wrong before no longer counts. */
  dropErrors: () => show(toasts.filter(({ tone }) => tone !== 'error')),
}

/** Where toasts appear; stands once, in the root. A link that is followed drops what went well: it has been read. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  useEffect(() => {
    document.addEventListener('click', noteLink)
    return () => document.removeEventListener('click', noteLink)
  }, [])
  useDropOnNavigation()
  return (
    <section className={styles.toasts} aria-label="Notices" aria-live="polite" aria-relevant="additions">
      {shown.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>
  )
}

const NONE: readonly Toast[] = []

/** Once another page is shown, drops what was raised on the page before and does not belong to the navigation. */
function useDropOnNavigation(): void {
  const { pathname } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  const shown = useRef(pathname)
  const leftAt = useRef<number | null>(null)
  useEffect(() => {
    if (isLeaving) leftAt.current ??= Date.now()
    if (shown.current !== pathname) {
      shown.current = pathname
      const since = Math.max((leftAt.current ?? Date.now()) - SAME_ACTION, lastLinkAt)
      show(toasts.filter(({ at }) => at > since))
    }
    if (!isLeaving) leftAt.current = null
  }, [pathname, isLeaving])
}

function ToastCard({ item }: { item: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => remove(item.id), LIFE)
    return () => clearTimeout(timer)
  }, [held, item.id])
  return (
    <div
      className={`${styles.toast} ${styles[item.tone]}`}
      onPointerEnter={(event) => setHeld(event.pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>
        <span>{item.text}</span>
        {item.way ? (
          <>
            {'. '}
            <Link to={item.way.to}>{item.way.text}</Link>
          </>
        ) : null}
      </p>
      <button
        type="button"
        className={styles.close}
        onClick={() => remove(item.id)}
        aria-label="Close this notice"
      >
        ×
      </button>
    </div>
  )
}

function add(tone: Toast['tone'], text: string, way?: Way): void {
  const others = toasts.filter((item) => item.text !== text && !(tone === 'success' && item.tone === tone))
  show([...others, { id: nextId++, tone, text, way, at: Date.now() }])
}

function remove(id: number): void {
  show(toasts.filter((item) => item.id !== id))
}

function noteLink({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('a[href]')) return
  lastLinkAt = Date.now()
  show(toasts.filter(({ tone }) => tone !== 'success'))
}

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
