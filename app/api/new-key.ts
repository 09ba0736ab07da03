/**
 * Returns a random `Idempotency-Key`. `crypto.randomUUID` does not exist on plain HTTP, such as in a test in a local
 * network.
 */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
