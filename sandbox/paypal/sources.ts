/** What pays for an order: how the buyer chooses it, and how PayPal reports it (`payment_source`). */
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { buyer, type OrderRequest } from './shapes.ts'
import type { Approval, Card, StoredOrder } from './store.ts'

/** PayPal's names of the sources in Orders v2. Pay Later is a choice inside of PayPal's account. */
export const SOURCE_OF = {
  paypal: 'paypal',
  card: 'card',
  venmo: 'venmo',
  apple_pay: 'apple_pay',
  google_pay: 'google_pay',
  pay_later: 'paypal',
} as const satisfies Record<PayMethod, string>

/** The cards of the only buyer. */
const CARDS: Partial<Record<PayMethod, Card>> = {
  card: { brand: 'VISA', last_digits: '1881', type: 'CREDIT' },
  apple_pay: { brand: 'VISA', last_digits: '4242', type: 'CREDIT' },
  google_pay: { brand: 'MASTERCARD', last_digits: '0005', type: 'DEBIT' },
}

const name = `${buyer.name.given_name} ${buyer.name.surname}`

/** The approval with a method, without anything special. */
export function approvalOf(method: PayMethod, changes: Partial<Approval> = {}): Approval {
  return {
    method,
    card: CARDS[method] ?? null,
    authentication: null,
    isSlow: false,
    asksAgain: false,
    ...changes,
  }
}

/** The banks' answers to 3-D Secure (developer.paypal.com/docs/checkout/advanced/customize/3d-secure/response-parameters). */
export const BANK_ANSWERS = {
  passed: {
    liability_shift: 'POSSIBLE',
    three_d_secure: { enrollment_status: 'Y', authentication_status: 'Y' },
  },
  failed: {
    liability_shift: 'NO',
    three_d_secure: { enrollment_status: 'Y', authentication_status: 'N' },
  },
  unknown: {
    liability_shift: 'UNKNOWN',
    three_d_secure: { enrollment_status: 'Y', authentication_status: 'U' },
  },
} as const

export type BankAnswer = keyof typeof BANK_ANSWERS

/**
 * Whether an order can be paid with a method. An order that was created for PayPal's account takes no other source, and the
 * other way round any source takes an order that was created without one.
 */
export function takes({ payment_source: source }: OrderRequest, method: PayMethod): boolean {
  const [wanted] = Object.keys(source ?? {})
  return wanted === undefined || wanted === SOURCE_OF[method]
}

/**
 * The `payment_source` of an order in PayPal's format, without PayPal's account, which `answers.ts` describes. Null for that.
 */
export function sourceAnswer({ id, approval }: StoredOrder) {
  if (!approval) return null
  const { method, card, authentication } = approval
  const bank =
    authentication === null || authentication === 'open' ? {} : { authentication_result: authentication }
  const shown = card && { name, ...card, ...bank }
  switch (method) {
    case 'card':
      return { card: { ...shown } }
    case 'apple_pay':
      return { apple_pay: { id: `apple-${id}`, name, email_address: buyer.email, card: { ...shown } } }
    case 'google_pay':
      return { google_pay: { name, email_address: buyer.email, card: { ...shown } } }
    case 'venmo':
      return {
        venmo: {
          email_address: buyer.email,
          account_id: buyer.payerId,
          user_name: 'sandy-box',
          name: buyer.name,
        },
      }
    default:
      return null
  }
}

/** The fields of a transaction in Transaction Search that name what paid. */
export function instrumentOf({ approval }: StoredOrder): {
  instrument_type?: string
  instrument_sub_type?: string
} {
  if (!approval) return {}
  const { method, card } = approval
  const types: Record<PayMethod, string> = {
    paypal: 'PAYPAL',
    card: card?.type === 'DEBIT' ? 'DEBIT_CARD' : 'CREDIT_CARD',
    venmo: 'VENMO',
    apple_pay: 'APPLE_PAY',
    google_pay: 'GOOGLE_PAY',
    pay_later: 'Pay Later',
  }
  return { instrument_type: types[method], ...(card ? { instrument_sub_type: card.brand } : {}) }
}
