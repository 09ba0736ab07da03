import { useRef } from 'react'
import { newKey } from './new-key.ts'

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
