/**
 * Short notices at the top right, gone after 5 s (spec section 9); hovering or focusing one holds it. Who follows a link
 * has read what went well, and a second good word takes the place of the first; what went wrong stays its time.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import styles from './toast.module.css'

/** Where what the notice tells of can be looked at. */
type Way = { to: string; text: string }

type Toast = { id: number; tone: 'success' | 'error'; text: string; way?: Way }

const LIFE = 5000

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

export const toast = {
  success: (text: string, way?: Way) => add('success', text, way),
  error: (text: string) => add('error', text),
}

/** Where toasts appear; stands once, in the root. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  useEffect(() => {
    document.addEventListener('click', dropRead)
    return () => document.removeEventListener('click', dropRead)
  }, [])
  return (
    <section className={styles.toasts} aria-label="Notices" aria-live="polite" aria-relevant="additions">
      {shown.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>
  )
}

const NONE: readonly Toast[] = []

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
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
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
  show([...others, { id: nextId++, tone, text, way }])
}

function remove(id: number): void {
  show(toasts.filter((item) => item.id !== id))
}

function dropRead({ target }: Event): void {
  if (target instanceof Element && target.closest('a[href]'))
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
