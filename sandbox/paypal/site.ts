type Seller = { merchantId: string; email: string }

/** The URLs of the sandbox's API and approval page, for links in responses, and the seller account. */
export type Site = { apiBase: string; approvalBase: string; seller: Seller }

/** Formats a time (milliseconds since 1970) as PayPal does, without fractions of a second. */
export function time(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}
