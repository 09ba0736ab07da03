/** The codes of gift cards, and the texts about their states. */

/** Without 0, O, 1, I and L, which look alike. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 16

const CODE = new RegExp(`^[${CODE_LETTERS}]*$`)

/** The longest text in which a code may be typed: with spaces or dashes between the letters. */
export const MAX_TYPED_CODE = 40

/** The maximum number of gift cards that can pay one order. */
export const MAX_CARDS = 5

/** The code in a typed text, in capital letters without spaces and dashes; null if it is not a code. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s\-–—.]/g, '')
  const isCode = code.length === CODE_LENGTH && CODE.test(code)
  return isCode ? code : null
}

/** 'ABCDEFGHJKMNPQRS' -> 'ABCD-EFGH-JKMN-PQRS' */
export function formatCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** The text for a card whose code must stay hidden. */
export function maskedCode(lastFour: string): string {
  return `•••• ${lastFour}`
}

/**
 * `ordered`: its order is not paid. `frozen`: the payment of its purchase is disputed. `disabled`: blocked because it
 * was lost; it may have been replaced. `void`: its order was closed.
 */
export const CARD_STATES = ['ordered', 'active', 'frozen', 'disabled', 'void'] as const
export type CardState = (typeof CARD_STATES)[number]
