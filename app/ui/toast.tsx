/** Short notices at the top right, gone after 5 s (spec section 9); hovering or focusing one holds it. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import styles from './toast.module.css'

type Toast = { id: number; tone: 'success' | 'error'; text: string }

const LIFE = 5000

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
}

/** Where toasts appear; stands once, in the root. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
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
      <p>{item.text}</p>
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

function add(tone: Toast['tone'], text: string): void {
  toasts = [...toasts.filter((item) => item.text !== text), { id: nextId++, tone, text }]
  for (const listener of listeners) listener()
}

function remove(id: number): void {
  toasts = toasts.filter((item) => item.id !== id)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
