/** What can be returned. The owner sets it (settings/returns.ts). */

import type { ReturnRules } from './return-rules.ts'

/** The policy for a coffee, or for other goods. */
export type ReturnPolicy = Omit<ReturnRules, 'coffee'>

export function returnsOf({ coffee, ...policy }: ReturnRules, isCoffee: boolean): ReturnPolicy {
  const isFinal = policy.policy === 'Goods can be returned' && isCoffee && !coffee
  return isFinal ? { ...policy, policy: 'All sales are final' } : policy
}

/** `Can be returned within 30 days, by mail. You pay for sending it back.` Empty if nothing can be returned. */
export function returnText({ policy, days, fees, fee, method }: ReturnPolicy): string {
  if (policy !== 'Goods can be returned') return ''
  const within = days === null ? '' : ` within ${days === 1 ? 'a day' : `${days} days`}`
  const how = method === '' ? '' : `, ${method.toLowerCase()}`
  return [`Can be returned${within}${how}.`, costText(fees, fee)].filter(Boolean).join(' ')
}

function costText(fees: ReturnPolicy['fees'], fee: number | null): string {
  if (fees === 'Free') return 'Returns are free.'
  if (fees === 'A fixed fee' && fee) return `A return costs $${fee.toFixed(2)}.`
  return fees === '' ? '' : 'You pay for sending it back.'
}
