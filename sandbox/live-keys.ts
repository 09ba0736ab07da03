/** What the keys of the real services look like. A sandbox must never be started with one. */
const LIVE = {
  // PayPal's ids of live and of test accounts look alike: neither is ours to imitate.
  PayPal: /^A[\w-]{79}$/,
  Shippo: /^shippo_live_[0-9a-f]{40}$/,
  Mapbox: /^[ps]k\.eyJ/,
}

/**
 * Throws when a sandbox is started with a key of the real service: somebody would then believe that the shop is live,
 * while no money, parcel or map is real.
 */
export function refuseLiveKey(service: keyof typeof LIVE, key: string): void {
  if (LIVE[service].test(key)) {
    throw new Error(`The ${service} sandbox is not for live credentials: set them in the environment`)
  }
}
