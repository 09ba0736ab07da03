/**
 * The parts of the checkout: contact, delivery, payment. Each open part is an entry of the browser's history, named after
 * `#` in the URL, so Back opens the part before. What was typed is in storage, so closing a part loses nothing.
 */
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { objectOf } from '#app/platform/session/stored-json.ts'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './checkout.module.css'

const PARTS = ['contact', 'delivery', 'payment'] as const
export type PartName = (typeof PARTS)[number]

type Known = {
  /** Whether the buyer has no account, and therefore types name and email. */
  isGuest: boolean
  hasContact: boolean
  hasDelivery: boolean
  /** Whether the session has ended, so that only the contact is missing. */
  isSignedOut: boolean
}

export type Parts = ReturnType<typeof useParts>

/**
 * The open part: the one that the URL names, or the first that is not complete. A guest’s contact and delivery are open
 * together at first, so that one *Continue* is enough.
 */
export function useParts(known: Known) {
  const { hash, search, state } = useLocation()
  const navigate = useNavigate()
  const open = openPart(hash, known)
  const isNew = !known.hasDelivery || (!known.hasContact && !known.isSignedOut)
  const isTogether = open === 'contact' && (wasTogether(state) ?? isNew)
  const isNamed = hash === `#${open}` && wasTogether(state) === isTogether
  useEffect(() => {
    if (isNamed) return
    // Stays the same while the buyer types, and after a reload.
    const kept = { ...objectOf(state), together: isTogether }
    void navigate({ search, hash: open }, { replace: true, preventScrollReset: true, state: kept })
  }, [isNamed, isTogether, navigate, open, search, state])

  const shown = useRef(open)
  useEffect(() => {
    if (shown.current === open) return
    shown.current = open
    focusPart(open)
  }, [open])

  /** Opens a part, or the first that is not complete. */
  const go = (part: PartName) => {
    if (part === open) focusPart(part)
    else void navigate({ search, hash: part }, { preventScrollReset: true })
  }
  /** For buttons: adds no entry to the history if the part cannot be opened yet. */
  const edit = (part: PartName) => {
    const next = openPart(`#${part}`, known)
    if (next === open) focusPart(open)
    else go(next)
  }
  return {
    open,
    isOpen: (part: PartName) => part === open || (part === 'delivery' && isTogether),
    go,
    edit,
  }
}

function openPart(hash: string, { isGuest, hasContact, hasDelivery }: Known): PartName {
  const last = !hasContact ? 'contact' : hasDelivery ? 'payment' : 'delivery'
  const asked = PARTS.find((part) => hash === `#${part}`) ?? last
  const open = PARTS.indexOf(asked) > PARTS.indexOf(last) ? last : asked
  return open === 'contact' && !isGuest ? 'delivery' : open
}

/** Whether the entry of the history was opened with both parts; undefined for a new entry. */
function wasTogether(state: unknown): boolean | undefined {
  const together = objectOf(state)?.together
  return typeof together === 'boolean' ? together : undefined
}

/** Moves the focus to the first problem in a part, or to its heading, and scrolls if it is not in the upper half. */
function focusPart(part: PartName): void {
  const section = document.getElementById(part)
  const target = section?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? section?.querySelector('h2')
  if (!section || !target) return
  target.focus({ preventScroll: true })
  const { top } = target.getBoundingClientRect()
  if (top < HEADER || top > window.innerHeight / 2) section.scrollIntoView()
}

/** The height of the header, and of the space below it, in pixels. */
const HEADER = 80

type PartProps = {
  name: PartName
  title: string
  parts: Parts
  /** What was entered, shown while the part is closed; null while it is not complete. */
  summary: ReactNode
  /** Shown while the part cannot be opened yet. */
  later?: string
  /** False for a part that has nothing to edit. */
  canEdit?: boolean
  children: ReactNode
}

/** A part of the checkout: its heading, and its fields or what was entered, with a button to edit it. */
export function Part({ name, title, parts, summary, later, canEdit = true, children }: PartProps) {
  const isOpen = parts.isOpen(name)
  return (
    <section
      id={name}
      aria-labelledby={`${name}-title`}
      className={`rule stack-2 ${styles.part}`}
      data-open={isOpen || undefined}
    >
      <div className="flex apart align-middle gap-2">
        <h2 id={`${name}-title`} tabIndex={-1} className="size-h3">
          {title}
        </h2>
        {!isOpen && summary && canEdit ? (
          <Button
            look="quiet"
            aria-expanded={false}
            aria-controls={`${name}-content`}
            onClick={() => parts.edit(name)}
          >
            Edit<span className="visually-hidden"> {title.toLowerCase()}</span>
          </Button>
        ) : null}
      </div>
      <div id={`${name}-content`} className="stack-4">
        {isOpen ? children : (summary ?? (later ? <p className="soft">{later}</p> : null))}
      </div>
    </section>
  )
}
