/**
 * Keeps the page of a roast day in this browser, so that a reload works without a connection. The service worker is
 * public/roast-day-worker.js (decisions/071-roast-day-offline.md).
 */

const WORKER = '/roast-day-worker.js'
const SCOPE = '/admin/roast-day'

/** @param path the path of the page to keep, with or without a day */
export function keepForOffline(path: string): void {
  // In development, code has no fixed addresses. Browsers have service workers only with HTTPS and on localhost.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void keep([SCOPE, path]).catch(reportError)
}

async function keep(paths: string[]): Promise<void> {
  const registration = await navigator.serviceWorker.register(WORKER, {
    scope: SCOPE,
    updateViaCache: 'none',
  })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  worker?.postMessage({ keep: paths })
}
