/** What a page says while a payment with a method is open, and after it was left. */
import type { PayMethod } from '#shared/platform/pay-methods.ts'

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
