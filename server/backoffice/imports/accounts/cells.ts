/** Reads cells of a file of accounts as owners and other programs write them. Throws an Error that says what to write. */
import { WEEKDAYS, type Weekday } from '#shared/kernel/days.ts'
import { readWeight } from '#shared/kernel/weights.ts'
import { cellAmount, cellNumber, simplified } from '#shared/platform/resources/cells.ts'
import type { COMPANY_KINDS } from '#shared/wholesale/resources/company.ts'
import type { HANDOVERS } from '#shared/wholesale/resources/location.ts'

type Terms = { terms: 'prepaid' | 'receipt' | 'net'; netDays: number }

/** 'Net 30', 'n/30', '2% 10 Net 30', '30 days', 'Due on receipt', 'Prepaid'. A discount for early payment is not read. */
export function readTerms(cell: string): Terms {
  const typed = cell.trim()
  const [, days = ''] =
    /(?:^|\D)(?:net|n)[\s/-]*(\d{1,3})\s*(?:days?)?$/i.exec(typed) ??
    /^(\d{1,3})\s*(?:days?)?$/i.exec(typed) ??
    []
  if (days !== '' && Number(days) > 0) return { terms: 'net', netDays: Number(days) }
  if (/^(due\s*(up)?on\s*receipt|(up)?on receipt|due now|receipt|net[\s-]*0)$/i.test(typed))
    return { terms: 'receipt', netDays: 0 }
  if (
    /^(pre-?\s?paid|pre-?\s?payment|cash in advance|cia|in advance|cash|card|credit card|cod|c\.o\.d\.|none)$/i.test(
      typed,
    )
  )
    return { terms: 'prepaid', netDays: 0 }
  throw new Error('Not understood. Write Prepaid, Due on receipt, or days such as Net 30')
}

export function readYesOrNo(cell: string): boolean {
  if (/^(yes|y|true|1|x)$/i.test(cell)) return true
  if (/^(no|n|false|0)$/i.test(cell)) return false
  throw new Error('This must be yes or no')
}

/** Whether a customer is exempt, also by the tax codes of QuickBooks: 'Non' is exempt, 'Tax' is taxed. */
export function readExempt(cell: string): boolean {
  if (/^(non|exempt|tax exempt|resale)$/i.test(cell)) return true
  return /^(tax|taxable)$/i.test(cell) ? false : readYesOrNo(cell)
}

const KIND_WORDS: Record<keyof typeof COMPANY_KINDS, RegExp> = {
  cafe: /cafe|coffee|bakery|espresso|bar/,
  grocer: /grocer|market|retail|store|shop/,
  office: /office|corporate|workplace/,
  restaurant: /restaurant|food|hotel|diner/,
  other: /other/,
}

/** The kind of business that a word names; 'other' for one that is unknown. */
export function readKind(cell: string): keyof typeof COMPANY_KINDS {
  const kinds = Object.keys(KIND_WORDS) as (keyof typeof COMPANY_KINDS)[]
  return kinds.find((kind) => KIND_WORDS[kind].test(simplified(cell))) ?? 'other'
}

/** Dollars such as '$5,000'. */
export function readAmount(cell: string): number {
  const dollars = cellAmount(cell.replace(/usd$/i, '').trim())
  if (Number.isNaN(dollars)) throw new Error('This is not an amount, such as 2500 or $2,500.00')
  return dollars
}

/** '20%' or '20'. */
export function readPercent(cell: string): number {
  const percent = cellNumber(cell.replace(/%$/, '').trim())
  if (!Number.isInteger(percent)) throw new Error('This is not a whole number of percent, such as 20')
  return percent
}

export function readWhole(cell: string): number {
  const number = cellNumber(cell)
  if (!Number.isInteger(number)) throw new Error('This is not a whole number')
  return number
}

/** Grams: '200 lb', '90 kg', or pounds without a unit. */
export function readPounds(cell: string): number {
  const grams = readWeight(/\d$/.test(cell) ? `${cell} lb` : cell.replace(/pounds?$/i, 'lb'))
  if (Number.isNaN(grams)) throw new Error('This is not a weight, such as 200 lb')
  return grams
}

/** '$150' is an amount, and '20 lb' a weight. */
export function readMinimum(cell: string): { minimum: 'grams' | 'cents' | 'none'; minimumValue: number } {
  if (/^(none|no|0)$/i.test(cell)) return { minimum: 'none', minimumValue: 0 }
  if (/\$|usd/i.test(cell)) return { minimum: 'cents', minimumValue: Math.round(readAmount(cell) * 100) }
  if (/\d$/.test(cell)) throw new Error('Write $150 or 20 lb')
  return { minimum: 'grams', minimumValue: readPounds(cell) }
}

export function readBills(cell: string): 'delivery' | 'weekly' | 'monthly' {
  const word = simplified(cell)
  if (/week/.test(word)) return 'weekly'
  if (/month/.test(word)) return 'monthly'
  if (/deliver|order|each/.test(word)) return 'delivery'
  throw new Error('Write Delivery, Weekly or Monthly')
}

export function readHandover(cell: string): keyof typeof HANDOVERS {
  const word = simplified(cell)
  if (/van|route|driver|local|owndelivery|^delivery$/.test(word)) return 'van'
  if (/pickup|willcall|collect/.test(word)) return 'pickup'
  if (/parcel|ups|usps|fedex|dhl|ship|mail|carrier/.test(word)) return 'parcel'
  throw new Error('Write Own van, Pickup or Parcel')
}

/** 'Tue, Thu', 'Tuesday & Thursday', 'Mon-Fri', 'M/W/F'. */
export function readWeekdays(cell: string): Weekday[] {
  const [first = '', last, ...more] = cell.trim().split(/ ?[-–] ?| to /i)
  if (last !== undefined && more.length === 0) {
    const [from, to] = [dayNumber(first), dayNumber(last)]
    if (from <= to) return WEEKDAYS.slice(from, to + 1)
  }
  if (/^(daily|every day)$/i.test(cell.trim())) return [...WEEKDAYS]
  const numbers = new Set(
    cell.split(/[\s,;/&+|]+|\band\b/i).flatMap((word) => (word === '' ? [] : [dayNumber(word)])),
  )
  return WEEKDAYS.filter((_, index) => numbers.has(index))
}

/** The position of a weekday in the week. One letter is enough for those that share it with no other. */
function dayNumber(word: string): number {
  const typed = word.toLowerCase().replace(/\.$/, '')
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const fits = names.flatMap((name, index) =>
    `${name}s`.startsWith(typed) || typed === `${name.slice(0, 4)}s` ? [index] : [],
  )
  if (fits.length !== 1) throw new Error('Write days such as Tue, Thu')
  return fits[0]!
}

/** '7:30', '7 am', '2:15 PM' and '14:15' as '07:30'. */
export function readTime(cell: string): string {
  const [, hour = '', minute = '00', half = ''] =
    /^(\d{1,2})(?:[:.](\d{2}))?(?::00)?\s*([ap])?\.?(?:m\.?)?$/i.exec(cell.trim()) ?? []
  const hours = (Number(hour) % (half ? 12 : 24)) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour === '' || Number(minute) > 59 || Number(hour) > 23 || (half && Number(hour) > 12))
    throw new Error('Write a time such as 7:30 or 2 PM')
  return `${String(hours).padStart(2, '0')}:${minute}`
}
