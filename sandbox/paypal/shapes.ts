import type { Issue } from './issues.ts'

/** The fields of a valid create request. Contains only the fields that the sandbox reads. */
export type OrderRequest = {
  intent: string
  purchase_units: Unit[]
  payment_source?: { paypal?: Wallet; venmo?: object }
}

type Wallet = {
  experience_context?: {
    brand_name?: string
    return_url?: string
    cancel_url?: string
    user_action?: string
    shipping_preference?: string
  }
  /** A saved payment method to be charged. */
  vault_id?: string
  stored_credential?: { payment_initiator?: string }
  attributes?: { vault?: { store_in_vault?: string } }
}

export type Unit = {
  reference_id?: string
  custom_id?: string
  invoice_id?: string
  description?: string
  amount: Money & { breakdown?: Record<string, Money> }
  items?: Item[]
  shipping?: { name?: { full_name?: string }; address?: Record<string, string> }
  payee?: { merchant_id?: string }
}

export type Item = { name: string; sku?: string; quantity: string; unit_amount: Money; tax?: Money }

export type Money = { currency_code: string; value: string }

/** Records a problem. `field` is a JSON pointer into the request. */
export type Report = (issue: Issue, field: string, value?: unknown) => void

/** The outcome of a refund. A refund without an outcome is completed at once. */
export type RefundOutcome = 'pending' | 'failed' | 'no-funds'

type Seller = { merchantId: string; email: string }

/** The URLs of the sandbox's API and approval page, for links in responses, and the seller account. */
export type Site = { apiBase: string; approvalBase: string; seller: Seller }

/** Formats a time (milliseconds since 1970) as PayPal does, without fractions of a second. */
export function time(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The only buyer account of the sandbox. */
export const buyer = {
  payerId: 'FRAMEBUYER234',
  email: 'buyer@sandbox.example',
  name: { given_name: 'Sandy', surname: 'Box' },
}
