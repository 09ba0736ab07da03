import { CallError } from '../api/call.ts'

/** What a label costs now, where the shop refused to buy it because the buyer paid something else; null otherwise. */
export function askedPrice(error: unknown): number | null {
  const isPrice = error instanceof CallError && error.data['code'] === 'price'
  return isPrice ? Number(error.data['price']) : null
}
