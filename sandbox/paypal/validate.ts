/** PayPal's rules for an order: the shape of its fields, and its money. */
import type { Problem } from './issues.ts'
import type { OrderRequest, Report, Item, Money, Unit } from './shapes.ts'
import { isJson } from '../server.ts'

/**
 * PayPal's errors for a body of `POST /v2/checkout/orders`: malformed fields (400), or violated rules if the fields are
 * well-formed (422). Empty if the order is valid.
 */
export function orderProblems(body: unknown): Problem[] {
  const malformed = collect((report) => checkShape(body, report))
  if (malformed.length > 0 || !isChecked(body)) return malformed
  return collect((report) => checkRules(body, report))
}

/** Narrows the type. Correct only after `checkShape`, which has checked every field of the type. */
function isChecked(body: unknown): body is OrderRequest {
  return isJson(body)
}

function collect(check: (report: Report) => void): Problem[] {
  const found: Problem[] = []
  check((issue, field, value) => {
    const shown = typeof value === 'string' || typeof value === 'number' ? { value: String(value) } : {}
    found.push({ issue, field, ...shown })
  })
  return found
}

function checkShape(body: unknown, report: Report): void {
  if (!isJson(body)) return report('MALFORMED_REQUEST_JSON', '/')
  const { intent, purchase_units: units } = body
  if (intent === undefined) report('MISSING_REQUIRED_PARAMETER', '/intent')
  else if (intent !== 'CAPTURE' && intent !== 'AUTHORIZE')
    report('INVALID_PARAMETER_VALUE', '/intent', intent)
  if (units === undefined) return report('MISSING_REQUIRED_PARAMETER', '/purchase_units')
  if (!Array.isArray(units)) return report('INVALID_PARAMETER_SYNTAX', '/purchase_units')
  if (units.length === 0) return report('INVALID_ARRAY_MIN_ITEMS', '/purchase_units')
  if (units.length > 10) return report('INVALID_ARRAY_MAX_ITEMS', '/purchase_units')
  for (const unit of units as unknown[]) checkUnit(unit, report)
}

function checkUnit(unit: unknown, report: Report): void {
  if (!isJson(unit)) return report('INVALID_PARAMETER_SYNTAX', '/purchase_units')
  const at = unitPath(unit)
  checkText(unit['reference_id'], 256, `${at}/reference_id`, report)
  checkText(unit['custom_id'], 127, `${at}/custom_id`, report)
  checkText(unit['invoice_id'], 127, `${at}/invoice_id`, report)
  checkText(unit['description'], 127, `${at}/description`, report)
  checkText(unit['soft_descriptor'], 22, `${at}/soft_descriptor`, report)
  moneyProblems(unit['amount'], `${at}/amount`, report)
  const breakdown = isJson(unit['amount']) ? unit['amount']['breakdown'] : undefined
  if (breakdown !== undefined && !isJson(breakdown)) {
    report('INVALID_PARAMETER_SYNTAX', `${at}/amount/breakdown`)
  } else {
    for (const [part, money] of Object.entries(breakdown ?? {})) {
      moneyProblems(money, `${at}/amount/breakdown/${part}`, report)
    }
  }
  checkItems(unit['items'], `${at}/items`, report)
  checkShipping(unit['shipping'], `${at}/shipping`, report)
}

function checkItems(items: unknown, at: string, report: Report): void {
  if (items === undefined) return
  if (!Array.isArray(items)) return report('INVALID_PARAMETER_SYNTAX', at)
  for (const [index, item] of (items as unknown[]).entries()) {
    const here = `${at}/${index}`
    if (!isJson(item)) {
      report('INVALID_PARAMETER_SYNTAX', here)
      continue
    }
    checkNeeded(item['name'], `${here}/name`, report)
    checkText(item['name'], 127, `${here}/name`, report)
    checkText(item['sku'], 127, `${here}/sku`, report)
    checkText(item['description'], 127, `${here}/description`, report)
    checkNeeded(item['quantity'], `${here}/quantity`, report)
    checkPattern(item['quantity'], /^[1-9][0-9]{0,9}$/, `${here}/quantity`, report)
    moneyProblems(item['unit_amount'], `${here}/unit_amount`, report)
    if (item['tax'] !== undefined) moneyProblems(item['tax'], `${here}/tax`, report)
  }
}

function checkShipping(shipping: unknown, at: string, report: Report): void {
  if (shipping === undefined) return
  if (!isJson(shipping)) return report('INVALID_PARAMETER_SYNTAX', at)
  const { name, address } = shipping
  if (isJson(name)) checkText(name['full_name'], 300, `${at}/name/full_name`, report)
  if (address === undefined) return
  if (!isJson(address)) return report('INVALID_PARAMETER_SYNTAX', `${at}/address`)
  checkNeeded(address['country_code'], `${at}/address/country_code`, report)
  checkPattern(address['country_code'], /^([A-Z]{2}|C2)$/, `${at}/address/country_code`, report)
  const lengths = { address_line_1: 300, address_line_2: 300, admin_area_2: 120, admin_area_1: 300 }
  for (const [part, length] of Object.entries({ ...lengths, postal_code: 60 })) {
    checkText(address[part], length, `${at}/address/${part}`, report, 0)
  }
}

function checkNeeded(value: unknown, at: string, report: Report): void {
  if (value === undefined || value === null) report('MISSING_REQUIRED_PARAMETER', at)
}

function checkPattern(value: unknown, pattern: RegExp, at: string, report: Report): void {
  if (value === undefined || value === null) return
  if (typeof value !== 'string' || !pattern.test(value)) report('INVALID_PARAMETER_SYNTAX', at, value)
}

function checkText(value: unknown, most: number, at: string, report: Report, least = 1): void {
  if (value === undefined || value === null) return
  if (typeof value !== 'string') report('INVALID_PARAMETER_SYNTAX', at, value)
  else if (value.length < least || value.length > most) report('INVALID_STRING_LENGTH', at, value)
}

function checkRules({ purchase_units: units }: OrderRequest, report: Report): void {
  moneyRules(
    units.map((unit) => ({ unit, at: unitPath(unit) })),
    report,
  )
  const references = units.map((unit) => unit.reference_id ?? 'default')
  if (new Set(references).size < references.length) report('DUPLICATE_REFERENCE_ID', '/purchase_units')
  for (const unit of units) {
    const address = unit.shipping?.address
    if (address?.['country_code'] !== 'US') continue
    const at = `${unitPath(unit)}/shipping/address`
    if (!address['admin_area_2']) report('CITY_REQUIRED', `${at}/admin_area_2`)
    if (!address['postal_code']) report('POSTAL_CODE_REQUIRED', `${at}/postal_code`)
  }
}

function unitPath(unit: { reference_id?: unknown }): string {
  const { reference_id: id = 'default' } = unit
  return `/purchase_units/@reference_id=='${typeof id === 'string' ? id : ''}'`
}

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
function moneyRules(places: Place[], report: Report): void {
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
