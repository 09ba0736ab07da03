/**
 * The numbers that people use for orders: `4GX-7QM`. A new order gets a random one, so several instances need no common
 * counter, a restored backup does not assign a number again, and a number does not show how many orders the shop has
 * (decisions/048-order-numbers-and-dates.md). A number gives no access to the order.
 */

/**
 * The characters of Open Location Code ("plus codes"), whose specification chose them: no look-alikes (0 and O, 1 and I,
 * 2 and Z, 5 and S, 8 and B), and no vowels, so that no words arise. The migration 023 uses the same characters.
 */
const CHARACTERS = '23456789CFGHJMPQRVWX'
const LENGTH = 6
const HALF = `[${CHARACTERS}]{${LENGTH / 2}}`
const WHOLE = new RegExp(`^${HALF}${HALF}$`)
/** With its dash, so that a word or an amount in a text is not mistaken for an order number. */
const IN_TEXT = new RegExp(`(?<![\\w-])(${HALF}-${HALF})(?![\\w-])`, 'i')

/** How many order numbers there are: 64 million. */
export const ORDER_NUMBERS = CHARACTERS.length ** LENGTH

/** The order number at a position from 0 to ORDER_NUMBERS - 1. */
export function orderNumberAt(position: number): string {
  let rest = position
  let text = ''
  while (text.length < LENGTH) {
    text += CHARACTERS[rest % CHARACTERS.length]
    rest = Math.floor(rest / CHARACTERS.length)
  }
  return withDash(text)
}

/**
 * Reads a text that is an order number: in upper or lower case, with or without the dash, `No.` or `#`. Null for any
 * other text.
 */
export function readOrderNumber(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^(?:no\.?|#)\s*/i, '')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  return WHOLE.test(bare) ? withDash(bare) : null
}

/** Splits a text at its order numbers. Every second part is an order number with its dash, as written in the text. */
export function splitAtOrderNumbers(text: string): string[] {
  return text.split(IN_TEXT)
}

function withDash(text: string): string {
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`
}
