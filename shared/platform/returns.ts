/** What can be returned: for search engines and product pages. The owner sets it (settings/returns.ts). */

import type { FEES, METHODS, ReturnRules } from './return-rules.ts'

/** The policy for a coffee, or for other goods. */
export type ReturnPolicy = Omit<ReturnRules, 'coffee'>

export function returnsOf({ coffee, ...policy }: ReturnRules, isCoffee: boolean): ReturnPolicy {
  const isFinal = policy.policy === 'Goods can be returned' && isCoffee && !coffee
  return isFinal ? { ...policy, policy: 'All sales are final' } : policy
}

const schema = (name: string) => `https://schema.org/${name}`

/**
 * The schema.org MerchantReturnPolicy (developers.google.com/search/docs/appearance/structured-data/return-policy): with a
 * window its length, its method and its fees; Google needs the country and the category, or only the link.
 * @param origin the shop's, for the link @param country the code of the country where the policy applies
 */
export function returnData(policy: ReturnPolicy, origin: string, country: string): object {
  const { days, fees, fee, method } = policy
  const link = policy.link || '/refundpolicy'
  const base = {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: country,
    merchantReturnLink: link.startsWith('/') ? origin + link : link,
  }
  if (policy.policy === '') return { ...base, returnPolicyCategory: schema('MerchantReturnUnspecified') }
  if (policy.policy === 'All sales are final')
    return { ...base, returnPolicyCategory: schema('MerchantReturnNotPermitted') }
  return {
    ...base,
    ...(days === null
      ? { returnPolicyCategory: schema('MerchantReturnUnlimitedWindow') }
      : { returnPolicyCategory: schema('MerchantReturnFiniteReturnWindow'), merchantReturnDays: days }),
    ...(method === '' ? {} : { returnMethod: METHOD_DATA[method].map(schema) }),
    ...(fees === '' ? {} : { returnFees: schema(FEE_DATA[fees]) }),
    ...(fees === 'A fixed fee' && fee
      ? { returnShippingFeesAmount: { '@type': 'MonetaryAmount', value: fee, currency: 'USD' } }
      : {}),
  }
}

const METHOD_DATA: Readonly<Record<(typeof METHODS)[number], string[]>> = {
  'By mail': ['ReturnByMail'],
  'At the bar': ['ReturnInStore'],
  'By mail or at the bar': ['ReturnByMail', 'ReturnInStore'],
}

const FEE_DATA: Readonly<Record<(typeof FEES)[number], string>> = {
  'The buyer pays for sending it back': 'ReturnFeesCustomerResponsibility',
  Free: 'FreeReturn',
  'A fixed fee': 'ReturnShippingFees',
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
