import { unclear, type Answer, type Call } from './calls.ts'
import { isOk, refusal } from './responses.ts'

/**
 * Reads one object. Null if PayPal responds with RESOURCE_NOT_FOUND. A 404 without that code comes from a proxy and
 * throws.
 */
export async function readOne<T>(
  execute: (call: Call) => Promise<Answer>,
  path: string,
  read: (body: Record<string, unknown>) => T | null,
  { readMs }: { readMs: number },
): Promise<T | null> {
  const call: Call = { method: 'GET', path, timeoutMs: readMs }
  const answer = await execute(call)
  if (isOk(answer)) {
    const found = read(answer.body)
    if (!found) throw unclear(call, 'PayPal sent a response in an unknown format', answer)
    return found
  }
  if (answer.status === 404 && answer.body['name'] === 'RESOURCE_NOT_FOUND') return null
  throw refusal(call, answer)
}
