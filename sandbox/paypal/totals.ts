import type { Item, Money, Report, Unit } from './shapes.ts'

type Place = { unit: Unit; at: string }

const currencies = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
)

const MAX_CENTS = 99_999_999_999_999_999n

/** Reports everything that is malformed in a required money object, including PayPal's pattern for `value`. */
export function moneyProblems(money: unknown, at: string, report: Report): void {
  if (money === undefined || money === null) return report('MISSING_REQUIRED_PARAMETER', at)
  if (typeof money !== 'object') return report('INVALID_PARAMETER_SYNTAX', at)
  const { currency_code: code, value } = money as { currency_code?: unknown; value?: unknown }
  if (code === undefined) report('MISSING_REQUIRED_PARAMETER', `${at}/currency_code`)
  else if (typeof code !== 'string' || code.length !== 3) {
    report('INVALID_STRING_LENGTH', `${at}/currency_code`, code)
  }
  if (value === undefined) return report('MISSING_REQUIRED_PARAMETER', `${at}/value`)
  const isAmount = typeof value === 'string' && value.length <= 32 && amountPattern.test(value)
  if (!isAmount) report('INVALID_PARAMETER_SYNTAX', `${at}/value`, value)
}

const amountPattern = /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/

/**
 * Reports every violated rule about the money in well-formed purchase units. There must be one known currency, two
 * decimals, valid signs and correct sums (Orders v2, `amount.breakdown`:
 * https://developer.paypal.com/docs/api/orders/v2/#definition-amount_breakdown).
 */
export function moneyRules(places: Place[], report: Report): void {
  const all = places.flatMap(({ unit, at }) => moneysOf(unit, at))
  const odd = all.find(({ money }) => !currencies.has(money.currency_code))
  if (odd) report('INVALID_CURRENCY_CODE', `${odd.at}/currency_code`, odd.money.currency_code)
  const other = all.find(({ money }) => money.currency_code !== all[0]?.money.currency_code)
  if (other) report('MULTI_CURRENCY_ORDER', `${other.at}/currency_code`, other.money.currency_code)
  for (const { money, at, isTotal } of all) checkAmount(money, at, isTotal, report)
  if (all.some(({ money }) => decimals(money.value) > 2)) return
  for (const { unit, at } of places) checkSums(unit, at, report)
}

function moneysOf(unit: Unit, at: string): { money: Money; at: string; isTotal: boolean }[] {
  const parts = Object.entries(unit.amount.breakdown ?? {})
  const items = unit.items ?? []
  return [
    { money: unit.amount, at: `${at}/amount`, isTotal: true },
    ...parts.map(([part, money]) => ({ money, at: `${at}/amount/breakdown/${part}`, isTotal: false })),
    ...items.flatMap((item, index) => itemMoneys(item, `${at}/items/${index}`)),
  ]
}

function itemMoneys(item: Item, at: string) {
  const price = { money: item.unit_amount, at: `${at}/unit_amount`, isTotal: false }
  return item.tax ? [price, { money: item.tax, at: `${at}/tax`, isTotal: false }] : [price]
}

function checkAmount(money: Money, at: string, isTotal: boolean, report: Report): void {
  const { value } = money
  const isNegative = value.startsWith('-')
  if (decimals(value) > 2) return report('DECIMAL_PRECISION', `${at}/value`, value)
  if (isTotal && (isNegative || cents(money) === 0n)) {
    return report('CANNOT_BE_ZERO_OR_NEGATIVE', `${at}/value`, value)
  }
  if (isNegative) return report('CANNOT_BE_NEGATIVE', `${at}/value`, value)
  if (cents(money) > MAX_CENTS) report('MAX_VALUE_EXCEEDED', `${at}/value`, value)
}

function checkSums({ amount, items = [] }: Unit, at: string, report: Report): void {
  const parts = amount.breakdown
  if (items.length > 0) {
    const goods = sum(items.map((item) => cents(item.unit_amount) * BigInt(item.quantity)))
    if (!parts?.['item_total']) report('ITEM_TOTAL_REQUIRED', `${at}/amount/breakdown/item_total`)
    else if (cents(parts['item_total']) !== goods) {
      report('ITEM_TOTAL_MISMATCH', `${at}/amount/breakdown/item_total/value`, parts['item_total'].value)
    }
  }
  if (items.some(({ tax }) => tax)) {
    const tax = sum(items.map((item) => (item.tax ? cents(item.tax) * BigInt(item.quantity) : 0n)))
    if (!parts?.['tax_total']) report('TAX_TOTAL_REQUIRED', `${at}/amount/breakdown/tax_total`)
    else if (cents(parts['tax_total']) !== tax) {
      report('TAX_TOTAL_MISMATCH', `${at}/amount/breakdown/tax_total/value`, parts['tax_total'].value)
    }
  }
  if (parts && cents(amount) !== total(parts)) report('AMOUNT_MISMATCH', `${at}/amount/value`, amount.value)
}

function total(parts: Record<string, Money>): bigint {
  const of = (name: string) => (parts[name] ? cents(parts[name]) : 0n)
  const added = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'].map(of)
  return sum(added) - of('shipping_discount') - of('discount')
}

function sum(numbers: bigint[]): bigint {
  return numbers.reduce((left, right) => left + right, 0n)
}

function decimals(value: string): number {
  return value.includes('.') ? value.length - value.indexOf('.') - 1 : 0
}

/** Converts a value with at most two decimals to hundredths: cents for dollars. */
export function cents({ value }: Money): bigint {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.')
  const size = BigInt(whole || '0') * 100n + BigInt(fraction.padEnd(2, '0'))
  return value.startsWith('-') ? -size : size
}
