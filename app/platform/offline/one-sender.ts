/** Makes sure that only one tab sends at a time. */

/** Milliseconds. A request takes 25 s at most (app/platform/api/call.ts). */
const LEASE = 40_000
const TAB = Math.random().toString(36).slice(2)

/**
 * Runs `send` when no other tab is sending. Returns false if another tab is sending and the browser cannot wait for it.
 * Pages without HTTPS have no Web Locks. There, a lease in local storage makes two senders unlikely; two senders would
 * do no harm, because the shop recognizes a repeated step by its key.
 * @param renew extends the lease; call it before each request
 */
export async function asOnlySender(
  name: string,
  send: (renew: () => void) => Promise<void>,
): Promise<boolean> {
  if ('locks' in navigator) {
    await navigator.locks.request(name, () => send(() => {}))
    return true
  }
  const lease = readLease(name)
  if (lease && lease.tab !== TAB && Math.abs(lease.until - Date.now()) < LEASE && lease.until > Date.now())
    return false
  try {
    await send(() => writeLease(name, { tab: TAB, until: Date.now() + LEASE }))
  } finally {
    writeLease(name, null)
  }
  return true
}

type Lease = { tab: string; until: number }

function readLease(name: string): Lease | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as Lease | null
  } catch {
    return null
  }
}

function writeLease(name: string, lease: Lease | null): void {
  try {
    if (lease) localStorage.setItem(name, JSON.stringify(lease))
    else localStorage.removeItem(name)
  } catch {
    // Without storage, each tab has its own queue.
  }
}
