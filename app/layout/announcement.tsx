/** The owner's announcement above the header. It can be closed for the rest of the visit. */
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Announcement as Announced } from '#shared/api/config.ts'
import { useBusiness } from '../api/business.ts'
import styles from './announcement.module.css'

const CLOSED_KEY = 'frame-announcement'

/** Not on the admin's pages. */
export function Announcement() {
  const { announcement } = useBusiness()
  const { pathname } = useLocation()
  if (!announcement || pathname.startsWith('/admin')) return null
  return <Bar key={announcement._id} of={announcement} />
}

function Bar({ of: { _id, text, link, linkText } }: { of: Announced }) {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const close = () => {
    setClosed(true)
    remember(_id)
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <aside className={styles.bar} id={`announcement-${_id}`} aria-label="Announcement">
      <HideIfClosed id={_id} />
      <p className={styles.text}>
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
function HideIfClosed({ id }: { id: string }) {
  const code = `try{if(sessionStorage.getItem('${CLOSED_KEY}')==='${id}')document.getElementById('announcement-${id}').hidden=true}catch{}`
  return (
    <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? code : ' ' }} />
  )
}

function remember(id: string): void {
  try {
    sessionStorage.setItem(CLOSED_KEY, id)
  } catch {
    // Without storage, the bar is shown again on the next page load.
  }
}
