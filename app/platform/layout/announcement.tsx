/** The owner's announcement above the header. It can be closed for the rest of the visit. */
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Announcement as Announced } from '#shared/site/api/config.ts'
import { useBusiness } from '../api/business.ts'
import styles from './announcement.module.css'
import { CLOSED_KEY, HIDE_IF_CLOSED } from './hide-announcement.ts'

/** Admin pages do not show it. */
export function Announcement() {
  const { announcement } = useBusiness()
  const { pathname } = useLocation()
  if (!announcement || pathname.startsWith('/admin')) return null
  return <Bar key={announcement._id} of={announcement} />
}

function Bar({ of: { _id, text, link, linkText } }: { of: Announced }) {
  const id = `announcement-${_id}`
  const [isClosed, setClosed] = useState(false)
  // The inline script has already hidden a closed bar, unless this page was opened without loading a document.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser has session storage
    if (isRemembered(id)) setClosed(true)
  }, [id])
  if (isClosed) return null
  const close = () => {
    setClosed(true)
    remember(id)
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <aside
      className={`flex align-middle gap-1 target screen-only ${styles.bar}`}
      id={id}
      aria-label="Announcement"
      suppressHydrationWarning
    >
      <HideIfClosed />
      <p className={`may-shrink break-words ${styles.text}`}>
        <bdi>{text}</bdi>
        {link ? (
          <>
            {' '}
            <Link to={link}>{linkText}</Link>
          </>
        ) : null}
      </p>
      <button type="button" className={styles.close} onClick={close} aria-label="Close the announcement">
        <span aria-hidden="true">×</span>
      </button>
    </aside>
  )
}

/**
 * Documents are the same for every visitor. This script runs while the document is parsed, so that a closed bar is never
 * painted and nothing moves.
 */
function HideIfClosed() {
  const code = import.meta.env.SSR ? HIDE_IF_CLOSED : ' '
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
}

function isRemembered(id: string): boolean {
  try {
    return sessionStorage.getItem(CLOSED_KEY) === id
  } catch {
    return false
  }
}

function remember(id: string): void {
  try {
    sessionStorage.setItem(CLOSED_KEY, id)
  } catch {
    // Without storage, the bar is shown again on the next page load.
  }
}
