/**
 * Settings that admins change while the shop runs, in groups. Each group has a description in shared/resources, a row in
 * the table `settings`, and two endpoints here. A group that was never saved has its defaults and the version 0.
 */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { WHOLE_BEAN } from '../grinds.ts'
import { accountingFields } from '../resources/accounting.ts'
import { grindingFields } from '../resources/grinding.ts'
import { schemasOf } from '../resources/schemas.ts'
import { shippingFields } from '../resources/shipping.ts'

const shippingSchemas = schemasOf(shippingFields)

/** The version with which the form was opened. A save with an older version is refused with 409. */
const version = z.int().check(z.minimum(0))

const shipping = z.object({ _id: z.literal('shipping'), ...shippingSchemas.reply, version })
export type SavedShipping = z.infer<typeof shipping>

const grindingSchemas = schemasOf(grindingFields)
const grinding = z.object({ _id: z.literal('grinding'), ...grindingSchemas.reply, version })
export type SavedGrinding = z.infer<typeof grinding>

const accountingSchemas = schemasOf(accountingFields)
const accounting = z.object({ _id: z.literal('accounting'), ...accountingSchemas.reply, version })
export type SavedAccounting = z.infer<typeof accounting>

export const settings = contract({
  shipping: {
    method: 'GET',
    path: '/api/settings/shipping',
    access: 'admin',
    summary: 'The roast calendar, the days on the way, and from which amount shipping is free',
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
  accounting: {
    method: 'GET',
    path: '/api/settings/accounting',
    access: 'admin',
    summary: 'The accounts of the bookkeeping, as QuickBooks and Xero name them',
    reply: accounting,
  },
  saveAccounting: {
    method: 'PUT',
    path: '/api/settings/accounting',
    access: 'admin',
    summary: 'Saves the accounts of the bookkeeping',
    body: z.object({ ...accountingSchemas.edit, version }),
    reply: accounting,
  },
})
