/**
 * The links to guest orders that were placed on this device or opened from an email. Local storage has the token of each
 * order. `call` sends the token with each request about the order. Signing out removes all links.
 */
const KEY = 'guestLinks'

/** The maximum number of stored links; the oldest is removed first. */
const MAX_LINKS = 50

/** Used if local storage is full or not allowed. */
let inMemory: Record<string, string> = {}

/** The token for this order; null if this device has none. */
export function guestLinkOf(orderId: string): string | null {
  return read()[orderId] ?? null
}

/** Keeps a token on this device. */
export function keepGuestLink(orderId: string, token: string): void {
  const { [orderId]: _old, ...others } = read()
  write(Object.fromEntries([...Object.entries(others).slice(1 - MAX_LINKS), [orderId, token]]))
}

/** Removes the token of this order from this device. */
export function dropGuestLink(orderId: string): void {
  const { [orderId]: _dropped, ...others } = read()
  write(others)
}

function read(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const found = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return { ...inMemory, ...Object.fromEntries(found.filter(([, token]) => typeof token === 'string')) }
  } catch {
    return inMemory
  }
}

function write(links: Record<string, string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(links))
    inMemory = {}
  } catch {
    inMemory = links
  }
}
