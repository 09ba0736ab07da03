/** Payment methods of PayPal's vault in requests and responses. */
import * as z from 'zod/mini'
import type { SavedMethod } from '../saved-methods.ts'
import { Name } from './payer.ts'

/**
 * Asks PayPal to save the buyer's account for charges by the shop, of amounts that are paid before each delivery.
 * With `permit_multiple_payment_tokens` each saving has its own token, also if a person has two accounts in the shop,
 * or orders as a guest. Otherwise removing one of them would remove the others.
 * (https://developer.paypal.com/docs/api/orders/v2/, `vault_paypal_wallet_base`)
 */
export const VAULT = {
  store_in_vault: 'ON_SUCCESS',
  usage_type: 'MERCHANT',
  usage_pattern: 'RECURRING_PREPAID',
  customer_type: 'CONSUMER',
  permit_multiple_payment_tokens: true,
} as const

/**
 * A charge without the buyer, as one of a series (https://developer.paypal.com/api/orders/v2/definitions/
 * paypal_wallet_stored_credential).
 */
export const MERCHANT_INITIATED = {
  payment_initiator: 'MERCHANT',
  usage_pattern: 'RECURRING_PREPAID',
  usage: 'SUBSEQUENT',
} as const

const Customer = z.object({ id: z.nullish(z.string()) })

/** The PayPal account in the response of an order. `attributes.vault` is there if the order asked to save it. */
export const SavingWallet = z.object({
  name: Name,
  email_address: z.nullish(z.string()),
  attributes: z.nullish(
    z.object({
      vault: z.nullish(
        z.object({
          id: z.nullish(z.string()),
          status: z.nullish(z.string()),
          customer: z.nullish(Customer),
        }),
      ),
    }),
  ),
})

/**
 * The payment method that PayPal saved, or is about to save (status APPROVED, without an id), with an order. Null if
 * it saves none.
 */
export function savedWith(wallet: z.infer<typeof SavingWallet> | null | undefined): SavedMethod | null {
  const vault = wallet?.attributes?.vault
  if (!vault || (!vault.id && vault.status !== 'APPROVED')) return null
  return {
    token: vault.id || null,
    customerId: vault.customer?.id ?? null,
    label: wallet?.email_address ?? '',
  }
}

const PaymentToken = z.object({
  id: z.string(),
  customer: z.nullish(Customer),
  payment_source: z.nullish(
    z.object({ paypal: z.nullish(z.object({ email_address: z.nullish(z.string()) })) }),
  ),
})

/** Parses a payment token; null if it does not match the published schema. */
export function readPaymentToken(body: unknown): SavedMethod | null {
  const { data: token } = PaymentToken.safeParse(body)
  if (!token) return null
  return {
    token: token.id,
    customerId: token.customer?.id ?? null,
    label: token.payment_source?.paypal?.email_address ?? '',
  }
}
