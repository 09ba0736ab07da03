/**
 * An `Idempotency-Key` that nobody else has. `crypto.randomUUID` is missing on plain http, where a shop is tried out
 * in a local network.
 */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
