import { useEffect, useId, useRef, type ReactNode } from 'react'
import { formatDate } from '#shared/kernel/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './roast-day.module.css'
import type { DayActions } from './use-day-actions.ts'

/**
 * The section of a step. When a completed item with the focus disappears from the list, the focus moves to the heading
 * of the next item, so that keyboard and screen reader users continue there.
 */
export function Section({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro: ReactNode
  actions: DayActions
  children: ReactNode
}) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!actions.isFocusDue()) return
    const focused = document.activeElement
    if (focused && focused !== document.body) return
    const next = ref.current?.querySelector<HTMLElement>('[data-card] h3') ?? ref.current?.querySelector('h2')
    next?.focus({ preventScroll: true })
    actions.settleFocus()
  })
  return (
    <section ref={ref} className={`stack-2 ${styles.section}`} aria-labelledby="step-title">
      <h2 id="step-title" tabIndex={-1}>
        {title}
      </h2>
      <p className={styles.intro}>{intro}</p>
      {children}
    </section>
  )
}

/** One item to do. `isNext` highlights it. */
export function Card({
  title,
  note,
  isNext = false,
  children,
}: {
  title: string
  note?: ReactNode
  isNext?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <article
      className={`stack-2 pad-2 box ${styles.card}`}
      aria-labelledby={id}
      data-card
      data-next={isNext || undefined}
    >
      <header className="facts-line">
        <h3 id={id} tabIndex={-1}>
          {title}
        </h3>
        {note ? <p className="soft">{note}</p> : null}
      </header>
      {children}
    </article>
  )
}

/** The list of what is done in this step; nothing without items. */
export function DoneList({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className={`stack-1 above-2 ${styles.doneList}`} aria-labelledby="done-title">
      <h3 id="done-title">{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

/** An item that is done, who did it and when, and a button to undo it. */
export function Done({
  what,
  by,
  at,
  isWaiting,
  undo,
  undoLabel,
  children,
}: {
  what: ReactNode
  by: string | null
  /** An ISO time. */
  at: string | null
  /** Whether the step is not sent yet. */
  isWaiting: boolean
  /** Missing if the step cannot be undone here. */
  undo?: (() => void) | undefined
  undoLabel: string
  /** Links beside the item. */
  children?: ReactNode
}) {
  return (
    <li className={`cluster apart pad-y-1 rule-soft ${styles.done}`}>
      <div>
        <p>{what}</p>
        <p className="soft">
          {by ? `${by}, ` : ''}
          {at ? formatDate(at, 'time') : ''}
          {isWaiting ? <span className={`strong ${styles.waits}`}>not sent yet</span> : null}
        </p>
      </div>
      <div className="cluster">
        {children}
        {undo ? (
          <Button look="line" aria-label={`Undo: ${undoLabel}`} onClick={undo}>
            Undo
          </Button>
        ) : null}
      </div>
    </li>
  )
}
