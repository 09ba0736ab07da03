/** Shippo has a live and a test world; the token selects one, and everything Shippo makes says which one it is of. */
import type { Fields } from './parse.ts'

/**
 * Why an object must not be used, because it is of the other world than our token; null when it is of ours, or does not
 * say. A live shop would send parcels with sample labels; a rehearsal would pay for real ones.
 */
export function otherWorld({ test }: Fields, token: string): string | null {
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
