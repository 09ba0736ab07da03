/** The return policy, for search engines and product pages. Its full text is the page Refund Policy, which the owner edits. */
import type { EditOf } from '../resources/described.ts'
import { choice, oneOf, optionalInteger, optionalMoney } from '../resources/kinds.ts'
import { link } from '../resources/shop-kinds.ts'
import { FEES, METHODS, POLICIES } from '../return-rules.ts'

export const returnFields = {
  policy: oneOf('Returns', {
    column: 'policy',
    options: POLICIES,
    none: 'Not stated',
    hint: 'Without a reason. Damaged and wrong items are another matter',
  }),
  days: optionalInteger('Days to return', {
    column: 'days',
    max: 365,
    min: 1,
    hint: 'After the delivery. If empty, there is no limit',
  }),
  coffee: choice('Coffee', {
    column: 'coffee',
    words: ['Cannot be returned', 'Like other goods'],
  }),
  fees: oneOf('Cost of a return', { column: 'fees', options: FEES, none: 'Not stated' }),
  fee: optionalMoney('Fixed fee', { column: 'fee_cents', hint: 'In dollars, for each return' }),
  method: oneOf('How', { column: 'method', options: METHODS, none: 'Not stated' }),
  link: link('Page', {
    column: 'link',
    hint: 'The page with the whole policy. If empty, the Refund Policy of the shop',
  }),
}

type ReturnSettings = EditOf<typeof returnFields>

/** What the refund policy has said since the first release. */
export const RETURN_DEFAULTS: ReturnSettings = {
  policy: 'All sales are final',
  days: null,
  coffee: false,
  fees: '',
  fee: null,
  method: '',
  link: '',
}

/** The problems of an edit that are about several fields. */
export function returnProblems({ policy, fees, fee }: ReturnSettings): Record<string, string> {
  if (policy !== 'Goods can be returned') return {}
  if (fees === 'A fixed fee' && !fee) return { fee: 'Enter the fixed fee' }
  return {}
}
