/** Where the stand-in is, and how it writes times. */
type Seller = { merchantId: string; email: string }

/** Where things are, as PayPal would link to them. */
export type Places = { api: string; approval: string; seller: Seller }

/** PayPal's times have no fractions of a second. */
export function time(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}
