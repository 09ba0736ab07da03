import { useEffect, useState } from 'react'
import { createPath, useLocation } from 'react-router'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { focusHeading } from './focus-heading.ts'
import styles from './error-page.module.css'

/** How long a retry waits for a response, in milliseconds, before it reports that there is still no connection. */
const RETRY_TIMEOUT = 8000
/** The minimum time between two automatic reloads of a document, in milliseconds. */
const RELOAD_INTERVAL = 60_000
const RELOADED_KEY = 'frame-reloaded'

/**
 * Shown instead of a page that could not be loaded. A retry first sends a HEAD request. It loads the document only
 * after a response, because an offline browser would replace this page with its own error page.
 * @param href the address to load
 * @param automatic whether to retry once without a button press: after an update of the site, the server no longer has
 * the old page code, and loading the document gets the new code
 */
export function PageNotLoaded({ href, automatic = false }: { href: string; automatic?: boolean }) {
  const [state, setState] = useState<'idle' | 'trying' | 'failed'>('idle')
  useEffect(focusHeading, [])
  useEffect(() => {
    if (!automatic || !mayReload(href)) return
    void isReachable(href).then((reachable) => reachable && location.replace(href))
  }, [automatic, href])
  const retry = async () => {
    setState('trying')
    if (await isReachable(href)) location.assign(href)
    else setState('failed')
  }
  return (
    <section className={`stack-2 ${styles.label}`}>
      <PageHead title="This page could not be loaded" hidden />
      <p className="italic">No connection</p>
      <h1>This page could not be loaded</h1>
      <p>
        Your device is offline, or the connection is too slow. Your cart is kept on this device. Try again
        once you are connected.
      </p>
      <p className="row-2 above-1">
        <Button busy={state === 'trying'} onClick={() => void retry()}>
          Try again
        </Button>
      </p>
      <p role="status">
        {state === 'failed' ? 'The shop still cannot be reached. Check your connection.' : ''}
      </p>
    </section>
  )
}

/** Shown instead of a page whose code could not be loaded (app/platform/route-module.ts). */
export function PageCodeMissing() {
  return <PageNotLoaded href={createPath(useLocation())} automatic />
}

async function isReachable(href: string): Promise<boolean> {
  try {
    await fetch(href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(RETRY_TIMEOUT) })
    return true
  } catch {
    return false
  }
}

/**
 * Whether the document may be reloaded automatically. False if this URL was reloaded a moment ago, because the code
 * would be missing again. Also false without session storage, because nothing would stop endless reloads.
 */
function mayReload(href: string): boolean {
  try {
    const [last = '', at = 0] = (sessionStorage.getItem(RELOADED_KEY) ?? '').split(' ')
    if (last === href && Date.now() - Number(at) < RELOAD_INTERVAL) return false
    sessionStorage.setItem(RELOADED_KEY, `${href} ${Date.now()}`)
    return true
  } catch {
    return false
  }
}
