/** What the keys of the real services look like. Their sandboxes in this process must never be started with one. */
const LIVE = {
  // PayPal's ids of live and of test accounts look alike: neither is ours to imitate.
  PayPal: /^A[\w-]{79}$/,
  Shippo: /^shippo_live_[0-9a-f]{40}$/,
  Mapbox: /^[ps]k\.eyJ/,
}

/**
 * Throws when a sandbox is to be started with a key that opens the real service: whoever does that takes a shop for
 * live in which no money, parcel or map is real.
 */
export function refuseLiveKey(service: keyof typeof LIVE, key: string): void {
  if (LIVE[service].test(key)) {
    throw new Error(`The ${service} sandbox is not for live credentials: set them in the environment`)
  }
}
