/**
 * Settings that admins change while the shop runs, in groups. Each group has a description in shared/platform/settings, a row in
 * the table `settings`, and two endpoints here: one reads the group, one saves it. A group that was never saved has its
 * defaults and the version 0.
 */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { namedPairs } from './pairs.ts'
import { instant } from '#shared/kernel/fields.ts'
import type { StaffAccess } from '#shared/kernel/roles.ts'
import { WHOLE_BEAN } from '../grinds.ts'
import { announcementFields } from '../settings/announcement.ts'
import { businessFields } from '../settings/business.ts'
import { type Fields, schemasOf } from '../resources/described.ts'
import { accountingFields } from '../settings/accounting.ts'
import { giftCardFields } from '../settings/gift-cards.ts'
import { grindingFields } from '../settings/grinding.ts'
import { invoicingFields } from '../settings/invoicing.ts'
import { hoursFields, hoursProblems } from '../settings/hours.ts'
import { parcelFields } from '../settings/parcels.ts'
import { payMethodFields } from '../settings/pay-methods.ts'
import { roastingFields } from '../settings/roasting.ts'
import { returnFields } from '../settings/returns.ts'
import { wholesaleTermsFields } from '../settings/wholesale-terms.ts'
import { sellingFields } from '../settings/selling.ts'
import { shippingFields } from '../settings/shipping.ts'
import { subscribingFields } from '../settings/subscribing.ts'
import { wholesaleFields } from '../settings/wholesale-rhythm.ts'
import { vacationFields } from '../settings/vacation.ts'

/** The version with which the form was opened. A save with an older version is refused with 409. */
const version = z.int().check(z.minimum(0))

/** The fields whose values the environment sets, each with the name of its variable. They cannot be edited. */
const fixed = z.record(z.string(), z.string())

/** The schemas of a group: of a save, and of the reply. */
function schemasOfGroup<const Id extends string, F extends Fields>(id: Id, fields: F) {
  const { edit, reply } = schemasOf(fields)
  return {
    body: z.object({ ...edit, version }),
    reply: z.object({ _id: z.literal(id), ...reply, version, fixed }),
  }
}

type Schemas = { body: z.ZodMiniType; reply: z.ZodMiniType }

/** The summaries of the two endpoints, and who may call them: admins, if not said otherwise. */
type Texts<Read, Save> = { one: string; save: string; access?: Read; saveAccess?: Save }

/** The endpoints that read and save a group. */
function endpointsOf<
  const P extends `/api/settings/${string}`,
  S extends Schemas,
  const Read extends StaffAccess = 'admin',
  const Save extends StaffAccess = 'admin',
>(path: P, { body, reply }: S, texts: Texts<Read, Save>) {
  const { access = 'admin' as Read, saveAccess = 'admin' as Save } = texts
  return {
    one: { method: 'GET', path, access, summary: texts.one, reply: reply as S['reply'] },
    save: {
      method: 'PUT',
      path,
      access: saveAccess,
      summary: texts.save,
      body: body as S['body'],
      reply: reply as S['reply'],
    },
  } as const
}

const shipping = schemasOfGroup('shipping', shippingFields)
const grinding = schemasOfGroup('grinding', grindingFields)
const hours = schemasOfGroup('hours', hoursFields)

const signIn = z.object({
  isRequired: z.boolean(),
  /** When owners need it too: a week after it was required. Null if it is not required. */
  ownersFrom: z.nullable(instant),
  version,
})
const signInEndpoints = endpointsOf(
  '/api/settings/sign-in',
  { body: z.object({ isRequired: z.boolean(), version }), reply: signIn },
  {
    one: 'Whether staff must use a second factor',
    save: 'Saves whether staff must use a second factor. It applies from their next sign-in',
    access: 'owner',
    saveAccess: 'owner',
  },
)

export const settings = contract(
  namedPairs({
    business: endpointsOf('/api/settings/business', schemasOfGroup('business', businessFields), {
      one: 'The name, address, contact data, links, playlist and footer of the shop',
      save: 'Saves the details of the business',
    }),
    hours: endpointsOf(
      '/api/settings/hours',
      {
        ...hours,
        body: hours.body.check(({ value: edit, issues }) => {
          for (const [field, message] of Object.entries(hoursProblems(edit)))
            issues.push({ code: 'custom', input: edit, path: field.split('.'), message })
        }),
      },
      {
        one: 'The opening hours of each weekday, special days and closures',
        save: 'Saves the opening hours, special days and closures',
      },
    ),
    announcement: endpointsOf(
      '/api/settings/announcement',
      schemasOfGroup('announcement', announcementFields),
      { one: 'The announcement above the header', save: 'Saves the announcement above the header' },
    ),
    vacation: endpointsOf('/api/settings/vacation', schemasOfGroup('vacation', vacationFields), {
      one: 'Vacation mode: the days, the message, and whether orders are paused',
      save: 'Saves vacation mode',
    }),
    selling: endpointsOf('/api/settings/selling', schemasOfGroup('selling', sellingFields), {
      one: 'Sales tax, the hold of unpaid orders, and where the shop does not ship to',
      save: 'Saves the rules of selling',
    }),
    returns: endpointsOf('/api/settings/returns', schemasOfGroup('returns', returnFields), {
      one: 'What can be returned, for search engines and product pages',
      save: 'Saves what can be returned',
    }),
    subscribing: endpointsOf('/api/settings/subscribing', schemasOfGroup('subscribing', subscribingFields), {
      one: 'Whether subscriptions are offered, their discount, their frequencies and roaster’s choice',
      save: 'Saves the settings of subscriptions',
    }),
    giftCards: endpointsOf('/api/settings/gift-cards', schemasOfGroup('giftCards', giftCardFields), {
      one: 'Whether the shop sells gift cards, their amounts and limits',
      save: 'Saves the settings of gift cards',
    }),
    payMethods: endpointsOf('/api/settings/pay-methods', schemasOfGroup('pay-methods', payMethodFields), {
      one: 'The ways to pay that are offered besides PayPal, and Apple’s domain file',
      save: 'Saves the ways to pay, and Apple’s domain file',
    }),
    wholesaleTerms: endpointsOf(
      '/api/settings/wholesale-terms',
      schemasOfGroup('wholesale-terms', wholesaleTermsFields),
      {
        one: 'The terms that applicants for a wholesale account accept',
        save: 'Saves the terms; who accepted them before has accepted the text of then',
      },
    ),
    parcels: endpointsOf('/api/settings/parcels', schemasOfGroup('parcels', parcelFields), {
      one: 'The boxes and the sender of parcels',
      save: 'Saves the boxes and the sender of parcels',
      access: 'packer',
    }),
    shipping: endpointsOf(
      '/api/settings/shipping',
      {
        body: shipping.body.check(
          z.refine(({ transitMin, transitMax }) => transitMin <= transitMax, {
            path: ['transitMax'],
            message: 'At most cannot be less than at least',
          }),
        ),
        reply: z.omit(shipping.reply, { fixed: true }),
      },
      {
        one: 'The roast calendar, the days in transit, and from which amount shipping is free',
        save: 'Saves the settings of roasting and shipping',
      },
    ),
    grinding: endpointsOf(
      '/api/settings/grinding',
      {
        body: grinding.body.check(({ value: edit, issues }) => {
          const report = (text: string) =>
            issues.push({ code: 'custom', input: edit, path: ['grinds'], message: text })
          const names = [WHOLE_BEAN, ...edit.grinds].map((name) => name.toLowerCase())
          const twice = edit.grinds.find((name, index) => names.indexOf(name.toLowerCase()) <= index)
          if (twice !== undefined) report(`${twice} is in the list twice`)
          if (edit.isOffered && edit.grinds.length === 0) report('List at least one grind')
        }),
        reply: z.omit(grinding.reply, { fixed: true }),
      },
      {
        one: 'The grinds that the shop offers besides whole bean',
        save: 'Saves the grinds, and whether the shop offers them',
      },
    ),
    invoicing: endpointsOf('/api/settings/invoicing', schemasOfGroup('invoicing', invoicingFields), {
      one: 'How wholesale invoices are paid without the website, and which reminders are sent',
      save: 'Saves the settings of wholesale invoices',
    }),
    wholesale: endpointsOf('/api/settings/wholesale', schemasOfGroup('wholesale', wholesaleFields), {
      one: 'The share of wholesale in the roastery, when standing orders are written, and the weekly email',
      save: 'Saves the settings of wholesale orders',
    }),
    signIn: { ...signInEndpoints, save: { ...signInEndpoints.save, needsProof: true as const } },
    accounting: endpointsOf('/api/settings/accounting', schemasOfGroup('accounting', accountingFields), {
      one: 'The bookkeeping accounts, as QuickBooks and Xero name them',
      save: 'Saves the accounts of the bookkeeping',
      access: 'owner',
      saveAccess: 'owner',
    }),
  }),
)

/** The settings of the roastery, which packers read too. */
export const roastingSettings = contract(
  endpointsOf('/api/settings/roasting', schemasOfGroup('roasting', roastingFields), {
    one: 'Units, capacity and batch sizes of the roastery',
    save: 'Saves the settings of the roastery',
    access: 'packer',
  }),
)
