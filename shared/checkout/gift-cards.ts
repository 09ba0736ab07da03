/** The codes of gift cards, and the texts about their states. */

/** Without 0, O, 1, I and L, which look alike. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 16

/** The longest text in which a code may be typed: with spaces or dashes between the letters. */
export const MAX_TYPED_CODE = 40

/** The maximum number of gift cards that can pay one order. */
export const MAX_CARDS = 5

/** The code in a typed text, in capital letters without spaces and dashes; null if it is not a code. */
export function readCode(typed: string): string | null {
  return problemOfCode(typed) === null ? compact(typed) : null
}

function compact(typed: string): string {
  return typed.toUpperCase().replace(/[\s\-–—.]/g, '')
}

/** What is wrong with a typed text that is not a code: the letters that no code has, or its length. Null for a code. */
export function problemOfCode(typed: string): string | null {
  const letters = compact(typed)
  const unused = [...new Set(letters)].filter((letter) => !CODE_LETTERS.includes(letter))
  if (unused.length > 0) {
    const listed = unused
      .slice(0, 3)
      .map((letter) => `“${letter}”`)
      .join(' or ')
    return `A code has no ${listed}, because such letters and digits look alike. Please check it`
  }
  return letters.length === CODE_LENGTH
    ? null
    : 'A code has 16 letters and digits, such as ABCD-EFGH-JKMN-PQRS'
}

/** 'ABCDEFGHJKMNPQRS' -> 'ABCD-EFGH-JKMN-PQRS' */
export function formatCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** The text for a card whose code must stay hidden. */
export function maskedCode(lastFour: string): string {
  return `•••• ${lastFour}`
}

/** The pictures that a card can have: drawings of imagery/drawings, each with its title. The first is chosen at first. */
export const CARD_DESIGNS = { morning: 'Sunrise', pour: 'The pour', visitor: 'At the gallery' } as const
export type CardDesign = keyof typeof CARD_DESIGNS
export const DESIGN_KEYS = Object.keys(CARD_DESIGNS) as [CardDesign, ...CardDesign[]]

/**
 * `ordered`: its order is not paid. `frozen`: the payment of its purchase is disputed. `disabled`: blocked because it
 * was lost; it may have been replaced. `void`: its order was closed.
 */
export const CARD_STATES = ['ordered', 'active', 'frozen', 'disabled', 'void'] as const
export type CardState = (typeof CARD_STATES)[number]

/** The category of the line of an order that buys a gift subscription. */
export const GIFT_SUBSCRIPTIONS = 'Gift subscriptions'

/** The category of the line of an order that pays invoices of a wholesale account. */
export const INVOICE_CATEGORY = 'Invoices'

/** Whether an order pays invoices. */
export function paysInvoices({ orderItems }: { orderItems: readonly { category?: string }[] }): boolean {
  return orderItems.some(({ category }) => category === INVOICE_CATEGORY)
}

/** Whether the prepaid thing that an order buys is a gift subscription, and not a gift card. */
export function buysSubscription({ orderItems }: { orderItems: readonly { category?: string }[] }): boolean {
  return orderItems[0]?.category === GIFT_SUBSCRIPTIONS
}
