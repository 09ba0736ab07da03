/** Shippo has a live mode and a test mode. The token selects one, and each of Shippo's objects has a `test` flag. */
import type { Fields } from './parse.ts'

/**
 * Why an object must not be used: its mode is not the mode of the token. Null if they match or the object has no flag.
 * A live shop would send parcels with sample labels; a shop in test mode would pay for real ones.
 */
export function modeMismatch({ test }: Fields, token: string): string | null {
  if (typeof test !== 'boolean' || test === isTestToken(token)) return null
  return test ? ONLY_SAMPLES : REAL_LABELS
}

export const ONLY_SAMPLES =
  'SHIPPO_TOKEN is live, but Shippo answers with test objects (test: true), whose labels are samples that carry no parcel'

const REAL_LABELS =
  'SHIPPO_TOKEN is a test token, but Shippo answers with live objects (test: false), whose labels cost money'

export function isTestToken(token: string): boolean {
  return token.startsWith('shippo_test_')
}
