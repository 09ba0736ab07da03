import { useRef } from 'react'

/**
 * Sends a form's requests with an Idempotency-Key, so that a second press after a lost reply changes nothing twice. The
 * same body has the same key until a request succeeds. A refusal does not end a key, because it can be the reply to the
 * second press, such as a 429, while the first one was executed. The server stores a key only with a success.
 */
export function useSendOnce() {
  const attempt = useRef<{ key: string; body: string } | null>(null)
  return async <Reply>(body: object, send: (idempotencyKey: string) => Promise<Reply>): Promise<Reply> => {
    const text = JSON.stringify(body)
    if (attempt.current?.body !== text) attempt.current = { key: newKey(), body: text }
    const reply = await send(attempt.current.key)
    attempt.current = null
    return reply
  }
}

/**
 * Returns a random UUID (RFC 9562, version 4) for `Idempotency-Key` headers and Mapbox search sessions.
 * `crypto.randomUUID` does not exist on pages without HTTPS, such as a test server in a local network.
 */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
