/** Which methods PayPal grants: what the seller's account is approved for, and what fits the buyer and the sum. */
import { PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import { openJournal, readJournal } from '../journal.ts'
import { isJson, parseJson, type Reply } from '../server.ts'
import { refuse, type CallInput, type Context } from './orders.ts'
import { moneyProblems } from './validate.ts'
import type { Problem } from './issues.ts'

type Stored = { id: 'account'; refused: PayMethod[] }

export type Account = ReturnType<typeof openAccount>

/** What PayPal has approved the seller's account for, in memory and, with a `file`, also in a journal. */
export function openAccount(file: string | null) {
  const [known] = readJournal<Stored>(file)
  let refused = known?.refused ?? []
  const record = (): Stored => ({ id: 'account', refused })
  const journal = openJournal<Stored>(file, [record()])
  return {
    /** The methods that PayPal has not approved. */
    refused: (): readonly PayMethod[] => refused,
    /** @param methods those that are not approved from now on; PayPal's own account always is */
    refuse(methods: readonly PayMethod[]): void {
      refused = PAY_METHODS.filter((method) => method !== 'paypal' && methods.includes(method))
      journal.write(record())
    },
    close: journal.close,
  }
}

/** The names in PayPal's answer; the request has them in capital letters. */
const NAMES: Record<PayMethod, string> = {
  paypal: 'paypal',
  card: 'basic_cards',
  venmo: 'venmo',
  apple_pay: 'apple_pay',
  google_pay: 'google_pay',
  pay_later: 'paypal_pay_later',
}

/** Pay Later in the US: https://developer.paypal.com/docs/checkout/pay-later/us. In dollars. */
const PAY_LATER = { from: 30, to: 10_000 }

export type Question = { country: string; currency: string; amount: string | null }

/**
 * The answer of `POST /v2/payments/find-eligible-methods`, which is also that of the browser's SDK.
 * @param names the names of the methods that were asked for; null for all
 */
export function eligibleMethods(account: Account, question: Question, names: (name: string) => boolean) {
  const { country, currency, amount } = question
  const isUs = country === 'US' && currency === 'USD'
  const sum = amount === null ? PAY_LATER.from : Number(amount)
  const fits: Record<PayMethod, boolean> = {
    paypal: true,
    card: true,
    venmo: isUs,
    apple_pay: true,
    google_pay: true,
    pay_later: isUs && sum >= PAY_LATER.from && sum <= PAY_LATER.to,
  }
  const granted = PAY_METHODS.filter(
    (method) => fits[method] && !account.refused().includes(method) && names(NAMES[method]),
  )
  return {
    eligible_methods: Object.fromEntries(granted.map((method) => [NAMES[method], detailsOf(method)])),
    supplementary_data: { buyer_country_code: country },
  }
}

function detailsOf(method: PayMethod) {
  return {
    can_be_vaulted: method === 'paypal' || method === 'venmo',
    ...(method === 'pay_later' ? { country_code: 'US', product_code: 'PAY_LATER_SHORT_TERM' } : {}),
  }
}

/** `POST /v2/payments/find-eligible-methods`. */
export function findEligibleMethods(context: Context, input: CallInput): Reply {
  const body = parseJson(input.body)
  if (!isJson(body)) return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  const { customer, purchase_units: units = [], preferences } = body
  const country: unknown = isJson(customer) ? (customer['country_code'] ?? 'US') : 'US'
  const problems = problemsOf(country, units)
  if (problems.length > 0) return refuse(context, problems)
  const [unit] = units as { amount: { currency_code: string; value?: string } }[]
  const question = {
    country: String(country),
    currency: unit?.amount.currency_code ?? 'USD',
    amount: unit?.amount.value ?? null,
  }
  const constraint = isJson(preferences) ? preferences['payment_source_constraint'] : undefined
  return { status: 200, body: eligibleMethods(context.account, question, filterOf(constraint)) }
}

function problemsOf(country: unknown, units: unknown): Problem[] {
  const problems: Problem[] = []
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country))
    problems.push({ issue: 'INVALID_PARAMETER_SYNTAX', field: '/customer/country_code' })
  if (!Array.isArray(units))
    return [...problems, { issue: 'INVALID_PARAMETER_SYNTAX', field: '/purchase_units' }]
  for (const [index, unit] of (units as unknown[]).entries()) {
    const amount = isJson(unit) && isJson(unit['amount']) ? unit['amount'] : undefined
    // Here PayPal allows an amount without a value.
    const whole = amount && { value: '1.00', ...amount }
    moneyProblems(whole, `/purchase_units/${index}/amount`, (issue, field) => problems.push({ issue, field }))
  }
  return problems
}

/** The methods that a request includes or excludes. */
function filterOf(constraint: unknown): (name: string) => boolean {
  if (!isJson(constraint) || !Array.isArray(constraint['payment_sources'])) return () => true
  const named = new Set(constraint['payment_sources'].map(String))
  const includes = constraint['constraint_type'] !== 'EXCLUDE'
  return (name) => named.has(name.toUpperCase()) === includes
}
