import type { Issue } from './issues.ts'

/** What is read of a create request, once `orderProblems` has found nothing to object to. */
export type OrderRequest = {
  intent: string
  purchase_units: Unit[]
  payment_source?: { paypal?: { experience_context?: { brand_name?: string } } }
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

/** Takes note of a problem at a JSON pointer of the request. */
export type Report = (issue: Issue, field: string, value?: unknown) => void

/** What the next refunds come to, instead of being completed at once. */
export type RefundFate = 'pending' | 'failed' | 'no-funds'
