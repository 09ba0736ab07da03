/**
 * Writes integer cents the way PayPal wants money: a string with two decimals.
 * Throws RangeError for anything but a whole, non-negative, exactly representable number of cents.
 */
export function toDollars(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not an amount in cents: ${cents}`)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/**
 * Reads a PayPal decimal string into integer cents, digit by digit, so that no float is involved.
 * Null when it is not an amount, is negative, has parts of a cent, or is too large to be exact.
 */
export function toCents(value: string): number | null {
  const parts = /^(\d{0,13})(?:\.(\d+))?$/.exec(value)
  if (!parts || value === '') return null
  const [, whole = '', fraction = ''] = parts
  if (!/^\d{0,2}0*$/.test(fraction)) return null
  return Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}
