import { CallError } from '../api/call.ts'

/**
 * The current price of a label in dollars, from the error with which the server refuses to buy a label if the buyer
 * paid a different price. Null for other errors.
 */
export function labelPriceIn(error: unknown): number | null {
  const isPrice = error instanceof CallError && error.data['code'] === 'price'
  return isPrice ? Number(error.data['price']) : null
}
