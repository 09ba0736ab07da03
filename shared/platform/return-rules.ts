/** What the owner can state about returns. */

export const POLICIES = ['All sales are final', 'Goods can be returned'] as const
export const FEES = ['The buyer pays for sending it back', 'Free', 'A fixed fee'] as const
export const METHODS = ['By mail', 'At the bar', 'By mail or at the bar'] as const

/** `''`: not stated. `days` null: no limit. `fee` in dollars. `coffee`: whether coffee can be returned like other goods. */
export type ReturnRules = {
  policy: (typeof POLICIES)[number] | ''
  days: number | null
  coffee: boolean
  fees: (typeof FEES)[number] | ''
  fee: number | null
  method: (typeof METHODS)[number] | ''
  link: string
}
