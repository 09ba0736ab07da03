/** The groups of settings. A new group is one constant here; see ARCHITECTURE.md. */
import {
  ANNOUNCEMENT_DEFAULTS,
  announcementFields,
  announcementProblems,
} from '#shared/platform/settings/announcement.ts'
import { ACCOUNTING_DEFAULTS, accountingFields } from '#shared/platform/settings/accounting.ts'
import { BUSINESS_DEFAULTS, businessFields } from '#shared/platform/settings/business.ts'
import type { Fields } from '#shared/platform/resources/described.ts'
import { GIFT_CARD_DEFAULTS, giftCardFields, giftCardProblems } from '#shared/platform/settings/gift-cards.ts'
import { GRINDING_DEFAULTS, grindingFields } from '#shared/platform/settings/grinding.ts'
import { HOURS_DEFAULTS, hoursFields, pastProblems } from '#shared/platform/settings/hours.ts'
import { INVOICING_DEFAULTS, invoicingFields } from '#shared/platform/settings/invoicing.ts'
import { PART_DEFAULTS, partFields } from '#shared/platform/settings/parts.ts'
import { PARCEL_DEFAULTS, parcelFields } from '#shared/platform/settings/parcels.ts'
import { PAY_METHOD_DEFAULTS, payMethodFields } from '#shared/platform/settings/pay-methods.ts'
import { RETURN_DEFAULTS, returnFields, returnProblems } from '#shared/platform/settings/returns.ts'
import { ROASTING_DEFAULTS, roastingFields, roastingProblems } from '#shared/platform/settings/roasting.ts'
import { SELLING_DEFAULTS, sellingFields } from '#shared/platform/settings/selling.ts'
import { SHIPPING_DEFAULTS, shippingFields } from '#shared/platform/settings/shipping.ts'
import { SIGN_IN_DEFAULTS, signInFields } from '#shared/platform/settings/sign-in.ts'
import {
  SUBSCRIBING_DEFAULTS,
  subscribingFields,
  subscribingProblems,
} from '#shared/platform/settings/subscribing.ts'
import { WHOLESALE_TERMS_DEFAULTS, wholesaleTermsFields } from '#shared/platform/settings/wholesale-terms.ts'
import { VACATION_DEFAULTS, vacationFields, vacationProblems } from '#shared/platform/settings/vacation.ts'
import { WHOLESALE_DEFAULTS, wholesaleFields } from '#shared/platform/settings/wholesale-rhythm.ts'
import { SITE_PAGES } from '#shared/platform/site-pages/pages.ts'
import type { Tag } from '#shared/start/api.ts'
import type { Group } from './settings.ts'

export const SHIPPING = group({
  id: 'shipping',
  name: 'Roasting and shipping',
  fields: shippingFields,
  defaults: SHIPPING_DEFAULTS,
})

export const GRINDING = group({
  id: 'grinding',
  name: 'Grinding',
  fields: grindingFields,
  defaults: GRINDING_DEFAULTS,
  // Every coffee has the list.
  alsoChanged: [{ tag: 'Product' }],
})

export const ACCOUNTING = group({
  id: 'accounting',
  name: 'Accounting',
  fields: accountingFields,
  defaults: ACCOUNTING_DEFAULTS,
})

export const INVOICING = group({
  id: 'invoicing',
  name: 'Wholesale invoices',
  fields: invoicingFields,
  defaults: INVOICING_DEFAULTS,
})

export const GIFT_CARDS = group({
  id: 'giftCards',
  name: 'Gift cards',
  fields: giftCardFields,
  defaults: GIFT_CARD_DEFAULTS,
  problemsOf: giftCardProblems,
})

export const BUSINESS = group({
  id: 'business',
  name: 'Business details',
  fields: businessFields,
  defaults: BUSINESS_DEFAULTS,
  variables: { playlist: 'SPOTIFY_PLAYLIST_ID', inbox: 'SHOP_INBOX' },
  // The texts of all pages may contain the details.
  alsoChanged: Object.keys(SITE_PAGES).map((id) => ({ tag: 'Page', id })),
})

export const HOURS = group({
  id: 'hours',
  name: 'Opening hours',
  fields: hoursFields,
  defaults: HOURS_DEFAULTS,
  problemsOf: (edit, before, { day }) => pastProblems(edit, before, day),
})

export const ANNOUNCEMENT = group({
  id: 'announcement',
  name: 'Announcement',
  fields: announcementFields,
  defaults: ANNOUNCEMENT_DEFAULTS,
  problemsOf: (edit, before, { day, time }) => announcementProblems(edit, before, `${day}T${time}`),
})

export const VACATION = group({
  id: 'vacation',
  name: 'Vacation',
  fields: vacationFields,
  defaults: VACATION_DEFAULTS,
  problemsOf: (edit, before, { day }) => vacationProblems(edit, before, day),
})

export const SELLING = group({
  id: 'selling',
  name: 'Tax and orders',
  fields: sellingFields,
  defaults: SELLING_DEFAULTS,
  variables: { holdMinutes: 'HOLD_MINUTES' },
})

export const RETURNS = group({
  id: 'returns',
  name: 'Returns',
  fields: returnFields,
  defaults: RETURN_DEFAULTS,
  problemsOf: (edit) => returnProblems(edit),
})

export const SUBSCRIBING = group({
  id: 'subscribing',
  name: 'Subscriptions',
  fields: subscribingFields,
  defaults: SUBSCRIBING_DEFAULTS,
  problemsOf: (edit) => subscribingProblems(edit),
})

export const ROASTING = group({
  id: 'roasting',
  name: 'Roastery',
  fields: roastingFields,
  defaults: ROASTING_DEFAULTS,
  problemsOf: (edit) => roastingProblems(edit),
})

export const WHOLESALE = group({
  id: 'wholesale',
  name: 'Wholesale orders',
  fields: wholesaleFields,
  defaults: WHOLESALE_DEFAULTS,
})

export const PARCELS = group({
  id: 'parcels',
  name: 'Boxes and sender',
  fields: parcelFields,
  defaults: PARCEL_DEFAULTS,
  variables: {
    senderName: 'SHIP_FROM_NAME',
    street: 'SHIP_FROM_STREET',
    city: 'SHIP_FROM_CITY',
    state: 'SHIP_FROM_STATE',
    postalCode: 'SHIP_FROM_ZIP',
    phone: 'SHIP_FROM_PHONE',
  },
})

export const WAYS_TO_PAY = group({
  id: 'pay-methods',
  name: 'Ways to pay',
  fields: payMethodFields,
  defaults: PAY_METHOD_DEFAULTS,
})

export const WHOLESALE_TERMS = group({
  id: 'wholesale-terms',
  name: 'Wholesale terms',
  fields: wholesaleTermsFields,
  defaults: WHOLESALE_TERMS_DEFAULTS,
})

export const SIGN_IN = group({
  id: 'sign-in',
  name: 'Sign-in of staff',
  fields: signInFields,
  defaults: SIGN_IN_DEFAULTS,
})

/** Every public answer may show a part. */
const ALL_TAGS: Record<Tag, true> = {
  Artshow: true,
  BrewGuide: true,
  Event: true,
  Lots: true,
  Menu: true,
  Page: true,
  Product: true,
  RoastDays: true,
  Settings: true,
}

export const PARTS = group({
  id: 'parts',
  name: 'Parts of the shop',
  fields: partFields,
  defaults: PART_DEFAULTS,
  alsoChanged: Object.keys(ALL_TAGS).map((tag) => ({ tag: tag as Tag, gone: true })),
})

function group<F extends Fields, Id extends string>(described: Group<F, Id>): Group<F, Id> {
  return described
}
