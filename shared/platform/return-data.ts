/** What can be returned, for search engines. A file of its own, because product pages in the browser do not need it. */

import type { FEES, METHODS } from './return-rules.ts'
import type { ReturnPolicy } from './returns.ts'

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
