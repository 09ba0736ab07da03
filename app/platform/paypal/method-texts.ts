/** What a page says while a payment with a method is open, and after it was left. */
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import type { Phase } from './use-payment.ts'

type Texts = {
  opening: string
  /** The method waits for the buyer. */
  open: string
  /** The buyer has left without paying. */
  left: string
  /** The button that ends the payment. */
  close: string
}

const windowOf = (name: string): Texts => ({
  opening: `Opening ${name}…`,
  open: `${name}’s window is open. Finish there, and come back here.`,
  left: `You left ${name} without paying.`,
  close: `Close the ${name} window`,
})

const sheetOf = (name: string, owner: string): Texts => ({
  opening: `Opening ${name}…`,
  open: `${owner}’s sheet is open. Finish there, and come back here.`,
  left: `You left ${name} without paying.`,
  close: `Stop paying with ${name}`,
})

export const METHOD_TEXTS: Record<PayMethod, Texts> = {
  paypal: windowOf('PayPal'),
  card: {
    opening: 'Opening the form for your card…',
    open: 'The form for your card is open. Fill it in, and we show you the result here.',
    left: 'You closed the form for your card without paying.',
    close: 'Close the form for the card',
  },
  venmo: windowOf('Venmo'),
  apple_pay: sheetOf('Apple Pay', 'Apple'),
  google_pay: sheetOf('Google Pay', 'Google'),
  pay_later: windowOf('PayPal'),
}

/**
 * What the page says below the button of a method while its payment is open, and after it was left; empty if nothing.
 * @param held the goods that the shop still holds, such as `your bags`; null without an order
 */
export function phaseText(phase: Phase, held: string | null): string {
  switch (phase.name) {
    case 'opening':
      return METHOD_TEXTS[phase.method].opening
    case 'approving':
      return METHOD_TEXTS[phase.method].open
    case 'confirming':
      return 'We are confirming your payment. Please do not pay again.'
    case 'cancelled':
      return `${METHOD_TEXTS[phase.method].left} Nothing was charged${held ? `, and we still hold ${held}` : ''}.`
    default:
      return ''
  }
}
