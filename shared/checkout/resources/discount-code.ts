/** The fields of a discount code, in the order of its form. */
import * as z from 'zod/mini'
import { id, line } from '#shared/kernel/fields.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import {
  check,
  choice,
  integer,
  optionalInteger,
  optionalMoney,
  requiredText,
  ruledText,
  text,
} from '#shared/platform/resources/kinds.ts'
import { lines } from '#shared/platform/resources/lists.ts'
import { optionalDay } from '#shared/platform/resources/days.ts'

/** What a code does, as the API and the form name it. */
export const CODE_KINDS = ['Percentage', 'Amount', 'Free shipping'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

export const CODE_MAX = 30
const MAX_PRODUCTS = 100
const MAX_USES = 1_000_000

/** A code in the form in which codes are stored and compared: in capitals, without spaces. */
export function normalCode(typed: string): string {
  return typed.replace(/\s+/g, '').toUpperCase()
}

const codeProblem = 'A code has 3 to 30 letters, digits and hyphens'
const onlyFor = (kind: CodeKind) => ({ field: 'kind', is: kind, problem: `Only for the kind “${kind}”` })

const categories = lines('Only for these categories', {
  column: 'categories',
  max: 60,
  maxLines: 50,
  rows: 3,
  hint: 'One per line, exactly as in the products',
})

export const discountCodeFields = {
  code: ruledText('Code', {
    column: 'code',
    sample: 'WELCOME10',
    edit: line('Code', CODE_MAX).check(
      z.refine((typed) => /^[A-Z0-9][A-Z0-9-]{2,29}$/.test(normalCode(typed)), codeProblem),
    ),
    input: { as: 'line', max: CODE_MAX, required: true },
    hint: 'Letters, digits and hyphens. Buyers may type it in lowercase. Long codes cannot be guessed',
  }),
  note: text('For', {
    column: 'note',
    max: 200,
    hint: 'Only staff see it, such as “Flyer at the farmers market”',
  }),
  kind: {
    ...requiredText('Takes off', { column: 'kind', max: 20, sample: CODE_KINDS[0] }),
    blank: CODE_KINDS[0] as CodeKind,
    edit: z.enum(CODE_KINDS),
    reply: z.enum(CODE_KINDS),
    input: { as: 'choice', options: CODE_KINDS } as const,
    store: (kind: CodeKind) => STORED[kind],
    load: (stored: StoredKind) => CODE_KINDS.find((kind) => STORED[kind] === stored)!,
    toForm: (kind: CodeKind): string => kind,
    fromForm: (typed: string) => CODE_KINDS.find((kind) => kind === typed) ?? CODE_KINDS[0],
    print: (kind: CodeKind): string => kind,
  },
  percent: integer('Percent', {
    column: 'percent',
    max: 100,
    hint: 'A whole number, such as 10',
    onlyWhen: onlyFor('Percentage'),
  }),
  amount: {
    ...optionalMoney('Amount', {
      column: 'amount_cents',
      hint: 'In dollars, for the whole order. Never more than the goods cost',
      onlyWhen: onlyFor('Amount'),
    }),
    store: (value: number | null) => toCents(value ?? 0),
    load: (cents: number) => (cents === 0 ? null : toDollars(cents)),
  },
  categories: { ...categories, edit: z._default(categories.edit, []) },
  products: {
    ...lines('Only for these products', { column: 'products', max: 24, maxLines: MAX_PRODUCTS, rows: 3 }),
    edit: z._default(z.array(id).check(z.maxLength(MAX_PRODUCTS, 'Choose 100 products at most')), []),
    input: { as: 'own' } as const,
    toForm: (value: string[]) => value,
    fromForm: (value: string[]) => value,
    printChange: (before: string[], after: string[]) => ({
      before: `${before.length} chosen`,
      after: `${after.length} chosen`,
    }),
  },
  minimum: optionalMoney('Smallest order', {
    column: 'minimum_cents',
    hint: 'In dollars, for the goods that the code is for, before the discount. If empty, any amount',
  }),
  startsOn: optionalDay('First day', {
    column: 'starts_on',
    hint: 'If empty, immediately',
  }),
  endsOn: optionalDay('Last day', {
    column: 'ends_on',
    hint: 'Until midnight. If empty, it does not expire',
  }),
  firstOrderOnly: check('Only for a first order', {
    column: 'first_order_only',
    words: ['no', 'yes'],
    edit: z._default(z.boolean(), false),
    hint: 'The first order of an account or an email address',
  }),
  perPerson: optionalInteger('Uses per person', {
    column: 'per_person',
    min: 1,
    max: 1000,
    hint: 'If empty, any number',
  }),
  total: optionalInteger('Uses in total', {
    column: 'total',
    min: 1,
    max: MAX_USES,
    hint: 'If empty, any number',
  }),
  isOff: choice('State', { column: 'is_off', words: ['Active', 'Switched off'] }),
}

type StoredKind = 'percent' | 'amount' | 'shipping'
const STORED: Record<CodeKind, StoredKind> = {
  Percentage: 'percent',
  Amount: 'amount',
  'Free shipping': 'shipping',
}
