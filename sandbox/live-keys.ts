/** The formats of the real services' keys. A sandbox must never be started with a real key. */
const LIVE = {
  // PayPal's live and test accounts have client ids of the same format. The sandbox accepts neither.
  PayPal: /^A[\w-]{79}$/,
  Shippo: /^shippo_live_[0-9a-f]{40}$/,
  Mapbox: /^[ps]k\.eyJ/,
}

/**
 * Throws if a sandbox is started with a key of the real service. Otherwise the shop would seem to be live, although no
 * payment, parcel or map is real.
 */
export function refuseLiveKey(service: keyof typeof LIVE, key: string): void {
  if (LIVE[service].test(key)) {
    throw new Error(`The ${service} sandbox is not for live credentials: set them in the environment`)
  }
}
