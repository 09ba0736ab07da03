type Seller = { merchantId: string; email: string }

/** The base URLs of the links in responses, and the seller's account. */
export type Places = { api: string; approval: string; seller: Seller }

/** Formats a time (milliseconds since 1970) as PayPal does, without fractions of a second. */
export function time(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}
