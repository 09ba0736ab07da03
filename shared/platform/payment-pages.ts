/**
 * The pages that can show a payment. Only their documents may load the scripts of PayPal, Apple and Google
 * (server/site/pages/policy.ts).
 */

/** `pay`: an order can be paid. `save`: PayPal can be saved for subscriptions, which no other method can. */
export type PaymentUse = 'pay' | 'save'

const PAGES: Record<PaymentUse, RegExp> = {
  pay: /^\/(checkout|shipping|payment|placeorder|cart|gift-cards|subscribe\/gift|order\/[^/]+)$/,
  save: /^\/(profile\/payments|subscriptions\/[^/]+)$/,
}

/** What the page of a path can do at PayPal; null for most pages. Addresses count in small and capital letters. */
export function paymentUseOf(path: string): PaymentUse | null {
  const plain = `/${decoded(path).toLowerCase().split('/').filter(Boolean).join('/')}`
  return (['pay', 'save'] as const).find((use) => PAGES[use].test(plain)) ?? null
}

/** Whether a document that was opened for one page may also show the other, as far as payments are concerned. */
export function mayShowPayment(document: string, page: string): boolean {
  const wanted = paymentUseOf(page)
  return wanted === null || paymentUseOf(document) === 'pay' || paymentUseOf(document) === wanted
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
