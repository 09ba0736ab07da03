/**
 * Short notices at the top right. Each disappears after 5 s, unless it is hovered or focused. A navigation removes the
 * notices of the previous page, except a notice of the action that caused the navigation, such as “saved”. A second
 * success replaces the first.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import styles from './toast.module.css'

/** A link to what the notice is about. */
type ToastLink = { to: string; text: string }

/** `at` is the time when it was added, in milliseconds. */
type Toast = { id: number; tone: 'success' | 'error'; text: string; link?: ToastLink; at: number }

/** Milliseconds until a notice disappears (test/SPEC.md, Shop, cart, order). */
const LIFETIME = 5000
/** If a navigation starts within this many milliseconds after a notice, both are taken to come from the same action. */
const SAME_ACTION = 1000

let toasts: readonly Toast[] = []
let nextId = 1
let lastLinkClickAt = 0
const listeners = new Set<() => void>()

export const toast = {
  success: (text: string, link?: ToastLink) => add('success', text, link),
  error: (text: string) => add('error', text),
  /** Removes all errors. Call this before a form is sent again. */
  dropErrors: () => show(toasts.filter(({ tone }) => tone !== 'error')),
}

/** The list of toasts, rendered once in the root. A click on any link removes the success notices. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  )
  useEffect(() => {
    document.addEventListener('click', onDocumentClick)
    return () => document.removeEventListener('click', onDocumentClick)
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

/** After a navigation, removes the notices of the previous page, except those of the action that caused it. */
function useDropOnNavigation(): void {
  const { pathname } = useLocation()
  const isLeaving = useNavigation().state !== 'idle'
  const shown = useRef(pathname)
  const leftAt = useRef<number | null>(null)
  useEffect(() => {
    if (isLeaving) leftAt.current ??= Date.now()
    if (shown.current !== pathname) {
      shown.current = pathname
      const since = Math.max((leftAt.current ?? Date.now()) - SAME_ACTION, lastLinkClickAt)
      show(toasts.filter(({ at }) => at > since))
    }
    if (!isLeaving) leftAt.current = null
  }, [pathname, isLeaving])
}

function ToastCard({ item }: { item: Toast }) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => remove(item.id), LIFETIME)
    return () => clearTimeout(timer)
  }, [isPaused, item.id])
  return (
    <div
      className={`${styles.toast} ${styles[item.tone]}`}
      onPointerEnter={(event) => setPaused(event.pointerType === 'mouse')}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>
        <span>{item.text}</span>
        {item.link ? (
          <>
            {'. '}
            <Link to={item.link.to}>{item.link.text}</Link>
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

function add(tone: Toast['tone'], text: string, link?: ToastLink): void {
  const others = toasts.filter((item) => item.text !== text && !(tone === 'success' && item.tone === tone))
  show([...others, { id: nextId++, tone, text, link, at: Date.now() }])
}

function remove(id: number): void {
  show(toasts.filter((item) => item.id !== id))
}

function onDocumentClick({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('a[href]')) return
  lastLinkClickAt = Date.now()
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
