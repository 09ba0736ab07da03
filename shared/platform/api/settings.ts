/**
 * Settings that admins change while the shop runs, in groups. Each group has a description in shared/platform/settings, a row in
 * the table `settings`, and two endpoints here. A group that was never saved has its defaults and the version 0.
 */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { instant } from '#shared/kernel/fields.ts'
import { WHOLE_BEAN } from '../grinds.ts'
import { announcementFields } from '../settings/announcement.ts'
import { businessFields } from '../settings/business.ts'
import type { Fields } from '../resources/described.ts'
import { accountingFields } from '../settings/accounting.ts'
import { giftCardFields } from '../settings/gift-cards.ts'
import { grindingFields } from '../settings/grinding.ts'
import { hoursFields, hoursProblems } from '../settings/hours.ts'
import { parcelFields } from '../settings/parcels.ts'
import { schemasOf } from '../resources/schemas.ts'
import { sellingFields } from '../settings/selling.ts'
import { shippingFields } from '../settings/shipping.ts'
import { subscribingFields } from '../settings/subscribing.ts'
import { vacationFields } from '../settings/vacation.ts'

const shippingSchemas = schemasOf(shippingFields)

/** The version with which the form was opened. A save with an older version is refused with 409. */
const version = z.int().check(z.minimum(0))

const shipping = z.object({ _id: z.literal('shipping'), ...shippingSchemas.reply, version })
export type SavedShipping = z.infer<typeof shipping>

const grindingSchemas = schemasOf(grindingFields)
const grinding = z.object({ _id: z.literal('grinding'), ...grindingSchemas.reply, version })
export type SavedGrinding = z.infer<typeof grinding>

/** The fields whose values the environment sets, each with the name of its variable. They cannot be edited. */
const fixed = z.record(z.string(), z.string())

/** The schemas of a group: of a save, and of the reply. */
export function groupOf<const Id extends string, F extends Fields>(id: Id, fields: F) {
  const { edit, reply } = schemasOf(fields)
  return {
    body: z.object({ ...edit, version }),
    reply: z.object({ _id: z.literal(id), ...reply, version, fixed }),
  }
}

const business = groupOf('business', businessFields)
export type SavedBusiness = z.infer<typeof business.reply>

const hours = groupOf('hours', hoursFields)
export type SavedHours = z.infer<typeof hours.reply>

const announcement = groupOf('announcement', announcementFields)
export type SavedAnnouncement = z.infer<typeof announcement.reply>

const vacation = groupOf('vacation', vacationFields)
export type SavedVacation = z.infer<typeof vacation.reply>

const selling = groupOf('selling', sellingFields)
export type SavedSelling = z.infer<typeof selling.reply>

const subscribing = groupOf('subscribing', subscribingFields)
export type SavedSubscribing = z.infer<typeof subscribing.reply>

const accounting = groupOf('accounting', accountingFields)
export type SavedAccounting = z.infer<typeof accounting.reply>

const giftCards = groupOf('giftCards', giftCardFields)
export type SavedGiftCards = z.infer<typeof giftCards.reply>

const parcels = groupOf('parcels', parcelFields)
export type SavedParcels = z.infer<typeof parcels.reply>

const signIn = z.object({
  isRequired: z.boolean(),
  /** When owners need it too: a week after it was required. Null if it is not required. */
  ownersFrom: z.nullable(instant),
  version,
})
export type RequiredFactor = z.infer<typeof signIn>

export const settings = contract({
  business: {
    method: 'GET',
    path: '/api/settings/business',
    access: 'admin',
    summary: 'The name, address, contact data, links, playlist and footer of the shop',
    reply: business.reply,
  },
  saveBusiness: {
    method: 'PUT',
    path: '/api/settings/business',
    access: 'admin',
    summary: 'Saves the details of the business',
    ...business,
  },
  hours: {
    method: 'GET',
    path: '/api/settings/hours',
    access: 'admin',
    summary: 'The opening hours of each weekday, special days and closures',
    reply: hours.reply,
  },
  saveHours: {
    method: 'PUT',
    path: '/api/settings/hours',
    access: 'admin',
    summary: 'Saves the opening hours, special days and closures',
    body: hours.body.check(({ value: edit, issues }) => {
      for (const [field, message] of Object.entries(hoursProblems(edit)))
        issues.push({ code: 'custom', input: edit, path: field.split('.'), message })
    }),
    reply: hours.reply,
  },
  announcement: {
    method: 'GET',
    path: '/api/settings/announcement',
    access: 'admin',
    summary: 'The announcement above the header',
    reply: announcement.reply,
  },
  saveAnnouncement: {
    method: 'PUT',
    path: '/api/settings/announcement',
    access: 'admin',
    summary: 'Saves the announcement above the header',
    ...announcement,
  },
  vacation: {
    method: 'GET',
    path: '/api/settings/vacation',
    access: 'admin',
    summary: 'Vacation mode: the days, the message, and whether orders are paused',
    reply: vacation.reply,
  },
  saveVacation: {
    method: 'PUT',
    path: '/api/settings/vacation',
    access: 'admin',
    summary: 'Saves vacation mode',
    ...vacation,
  },
  selling: {
    method: 'GET',
    path: '/api/settings/selling',
    access: 'admin',
    summary: 'Sales tax, the hold of unpaid orders, and where the shop does not ship to',
    reply: selling.reply,
  },
  saveSelling: {
    method: 'PUT',
    path: '/api/settings/selling',
    access: 'admin',
    summary: 'Saves the rules of selling',
    ...selling,
  },
  subscribing: {
    method: 'GET',
    path: '/api/settings/subscribing',
    access: 'admin',
    summary: 'Whether subscriptions are offered, their discount, their frequencies and roaster’s choice',
    reply: subscribing.reply,
  },
  saveSubscribing: {
    method: 'PUT',
    path: '/api/settings/subscribing',
    access: 'admin',
    summary: 'Saves the settings of subscriptions',
    ...subscribing,
  },
  giftCards: {
    method: 'GET',
    path: '/api/settings/gift-cards',
    access: 'admin',
    summary: 'Whether the shop sells gift cards, their amounts and limits',
    reply: giftCards.reply,
  },
  saveGiftCards: {
    method: 'PUT',
    path: '/api/settings/gift-cards',
    access: 'admin',
    summary: 'Saves the settings of gift cards',
    ...giftCards,
  },
  parcels: {
    method: 'GET',
    path: '/api/settings/parcels',
    access: 'packer',
    summary: 'The boxes and the sender of parcels',
    reply: parcels.reply,
  },
  saveParcels: {
    method: 'PUT',
    path: '/api/settings/parcels',
    access: 'admin',
    summary: 'Saves the boxes and the sender of parcels',
    ...parcels,
  },
  shipping: {
    method: 'GET',
    path: '/api/settings/shipping',
    access: 'admin',
    summary: 'The roast calendar, the days in transit, and from which amount shipping is free',
    reply: shipping,
  },
  saveShipping: {
    method: 'PUT',
    path: '/api/settings/shipping',
    access: 'admin',
    summary: 'Saves the settings of roasting and shipping',
    body: z.object({ ...shippingSchemas.edit, version }).check(
      z.refine(({ transitMin, transitMax }) => transitMin <= transitMax, {
        path: ['transitMax'],
        message: 'At most cannot be less than at least',
      }),
    ),
    reply: shipping,
  },
  grinding: {
    method: 'GET',
    path: '/api/settings/grinding',
    access: 'admin',
    summary: 'The grinds that the shop offers besides whole bean',
    reply: grinding,
  },
  saveGrinding: {
    method: 'PUT',
    path: '/api/settings/grinding',
    access: 'admin',
    summary: 'Saves the grinds, and whether the shop offers them',
    body: z.object({ ...grindingSchemas.edit, version }).check(({ value: edit, issues }) => {
      const report = (text: string) =>
        issues.push({ code: 'custom', input: edit, path: ['grinds'], message: text })
      const names = [WHOLE_BEAN, ...edit.grinds].map((name) => name.toLowerCase())
      const twice = edit.grinds.find((name, index) => names.indexOf(name.toLowerCase()) <= index)
      if (twice !== undefined) report(`${twice} is in the list twice`)
      if (edit.isOffered && edit.grinds.length === 0) report('List at least one grind')
    }),
    reply: grinding,
  },
  signIn: {
    method: 'GET',
    path: '/api/settings/sign-in',
    access: 'owner',
    summary: 'Whether staff must use a second factor',
    reply: signIn,
  },
  saveSignIn: {
    method: 'PUT',
    path: '/api/settings/sign-in',
    access: 'owner',
    needsProof: true,
    summary: 'Saves whether staff must use a second factor. It applies from their next sign-in',
    body: z.object({ isRequired: z.boolean(), version }),
    reply: signIn,
  },
  accounting: {
    method: 'GET',
    path: '/api/settings/accounting',
    access: 'owner',
    summary: 'The bookkeeping accounts, as QuickBooks and Xero name them',
    reply: accounting.reply,
  },
  saveAccounting: {
    method: 'PUT',
    path: '/api/settings/accounting',
    access: 'owner',
    summary: 'Saves the accounts of the bookkeeping',
    ...accounting,
  },
})
