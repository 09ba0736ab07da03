/** The terms that a wholesale account accepts. The version of the group is the version of the terms. */
import type { EditOf } from '../resources/described.ts'
import { longText } from '../resources/kinds.ts'

export const wholesaleTermsFields = {
  terms: longText('Terms', {
    column: 'terms',
    max: 20_000,
    rows: 16,
    hint: 'Applicants accept this text with their name. Each application keeps the text as it was accepted',
  }),
}

export const WHOLESALE_TERMS_DEFAULTS: EditOf<typeof wholesaleTermsFields> = {
  terms: `Prices and orders. Your price list is for your business only. Prices may change; you get the new prices by email before they count. We may limit quantities, and we ask before we replace a coffee.

Ordering. You can change or cancel an order until its cut-off, which the order page shows. Afterwards, call us.

Payment. Accounts are prepaid unless we agreed on other terms. An invoice on terms is due on the date that is printed on it. We may stop deliveries on credit while an invoice is overdue.

Sales tax. We charge sales tax until we have a complete, valid certificate of resale, and on goods that you use yourself.

Deliveries. Please check the goods when they arrive, and tell us within two days if something is missing or damaged. We credit what was short.

Freshness. Coffee is roasted for your order. Please sell it within eight weeks of its roast date.`,
}
