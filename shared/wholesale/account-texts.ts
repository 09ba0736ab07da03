/** Terms, minimums and delivery days of an account in words, for screens and mails. */
import { counted } from '#shared/kernel/counts.ts'
import { timeText, type Weekday } from '#shared/kernel/days.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { weightText } from '#shared/kernel/weights.ts'
import { HANDOVERS } from './resources/location.ts'
import { TERMS } from './resources/company.ts'

/** 'Prepaid', 'Due on receipt', 'Net 14 days'. */
export function termsText({ terms, netDays }: { terms: keyof typeof TERMS; netDays: number }): string {
  return terms === 'net' ? `Net ${counted(netDays, 'day')}` : TERMS[terms]
}

/** '20 lb', '$150.00', or empty without a minimum. @param value grams or cents */
export function minimumText(minimum: string, value: number): string {
  if (minimum === 'grams') return weightText(value, 'lb')
  return minimum === 'cents' ? formatCents(value) : ''
}

type Delivery = {
  handover: keyof typeof HANDOVERS
  weekdays: Weekday[]
  cutoffDays: number
  cutoffTime: string
}

/** 'Own van on Tue, Thu; order by 12 PM ET, 3 days before'. */
export function deliveryText({ handover, weekdays, cutoffDays, cutoffTime }: Delivery): string {
  const days = weekdays.length > 0 ? ` on ${weekdays.join(', ')}` : ''
  const before = cutoffDays === 0 ? 'the same day' : `${counted(cutoffDays, 'day')} before`
  return `${HANDOVERS[handover]}${days}; order by ${timeText(cutoffTime)}, ${before}`
}
