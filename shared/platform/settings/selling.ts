/** The rules of selling: sales tax, how long an unpaid order holds its goods, and where the shop does not ship to. */
import { DEFAULT_EXCLUDED, PLACES, nameOfPlace } from '../address.ts'
import { DEFAULT_TAX, type TaxRule } from '#shared/kernel/pricing.ts'
import * as z from 'zod/mini'
import { count } from '#shared/kernel/fields.ts'
import { stateCode } from './business.ts'
import type { EditOf } from '../resources/described.ts'
import { choice, requiredInteger, ruledText } from '../resources/kinds.ts'
import { severalOrNone } from '../resources/lists.ts'
import { percent } from '../resources/shop-kinds.ts'

const MAX_HOLD = 24 * 60
const PLACE_NAMES = PLACES.map(({ name }) => name)

export const sellingFields = {
  taxState: ruledText('State with sales tax', {
    column: 'tax_state',
    edit: stateCode(),
    input: { as: 'line', max: 2, required: true },
    hint: 'Two letters. Orders to other states have no tax. Orders for pickup are taxed in the state of the shop',
  }),
  taxPercent: percent('Sales tax', {
    column: 'tax_thousandths',
    max: 30,
    hint: 'In percent of the items, without shipping. Orders that are already placed keep their tax',
  }),
  holdMinutes: {
    ...requiredInteger('Hold unpaid orders for', {
      column: 'hold_minutes',
      max: MAX_HOLD,
      hint: 'In minutes. Then the goods return to stock. Orders that are already placed keep their time',
    }),
    edit: count('The hold', MAX_HOLD).check(z.minimum(5, 'Give buyers 5 minutes at least to pay')),
  },
  roundsCash: choice('Cash at the counter', {
    column: 'rounds_cash',
    words: ['Exact to the cent', 'Rounded to 5 cents'],
    hint: 'The total after tax, up or down. The tax is that of the exact amount, and the difference has its own account. States have different rules: ask your accountant',
  }),
  excluded: severalOrNone('No shipping to', {
    column: 'excluded',
    options: PLACE_NAMES,
    hint: 'Checked before the shipping price and again when the order is placed. Pickup stays possible',
  }),
}

type SellingSettings = EditOf<typeof sellingFields>

export const SELLING_DEFAULTS: SellingSettings = {
  taxState: DEFAULT_TAX.state,
  taxPercent: DEFAULT_TAX.thousandths / 1000,
  holdMinutes: 30,
  roundsCash: false,
  excluded: DEFAULT_EXCLUDED.map(nameOfPlace),
}

export function taxRuleOf({
  taxState,
  taxPercent,
}: Pick<SellingSettings, 'taxState' | 'taxPercent'>): TaxRule {
  return { state: taxState, thousandths: Math.round(taxPercent * 1000) }
}

/** The two-letter codes of the places that the shop does not ship to. */
export function excludedOf({ excluded }: Pick<SellingSettings, 'excluded'>): string[] {
  return PLACES.filter(({ name }) => excluded.includes(name)).map(({ code }) => code)
}
