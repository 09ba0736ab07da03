import { expect, test } from 'vitest'
import type { ReturnRules } from './return-rules.ts'
import { returnData } from './return-data.ts'
import { returnsOf, returnText } from './returns.ts'
import { RETURN_DEFAULTS, returnProblems } from './settings/returns.ts'

const WINDOW: ReturnRules = {
  ...RETURN_DEFAULTS,
  policy: 'Goods can be returned',
  days: 30,
  fees: 'A fixed fee',
  fee: 9,
  method: 'By mail or at the bar',
}
const dataOf = (rules: ReturnRules, isCoffee = false) =>
  returnData(returnsOf(rules, isCoffee), 'https://frame.example', 'US')

test('a window has its days, method and fee in the structured data, and in a sentence for buyers', () => {
  expect(dataOf(WINDOW)).toEqual({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    merchantReturnLink: 'https://frame.example/refundpolicy',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: 30,
    returnMethod: ['https://schema.org/ReturnByMail', 'https://schema.org/ReturnInStore'],
    returnFees: 'https://schema.org/ReturnShippingFees',
    returnShippingFeesAmount: { '@type': 'MonetaryAmount', value: 9, currency: 'USD' },
  })
  expect(returnText(WINDOW)).toBe(
    'Can be returned within 30 days, by mail or at the bar. A return costs $9.00.',
  )
})

test('coffee stays final unless the owner takes it back, too', () => {
  const final = 'https://schema.org/MerchantReturnNotPermitted'
  expect(dataOf(WINDOW, true)).toMatchObject({ returnPolicyCategory: final })
  expect(dataOf({ ...WINDOW, coffee: true }, true)).toMatchObject({ merchantReturnDays: 30 })
  expect(returnText(returnsOf(WINDOW, true))).toBe('')
})

test('without a limit, without a statement, and with a link to another site', () => {
  expect(dataOf({ ...WINDOW, days: null, fees: 'Free', method: '' })).toMatchObject({
    returnPolicyCategory: 'https://schema.org/MerchantReturnUnlimitedWindow',
    returnFees: 'https://schema.org/FreeReturn',
  })
  expect(returnText({ ...WINDOW, days: null, fees: 'Free', method: '' })).toBe(
    'Can be returned. Returns are free.',
  )
  const unstated = { ...WINDOW, policy: '' as const, link: 'https://other.example/returns' }
  expect(dataOf(unstated)).toEqual({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    merchantReturnLink: 'https://other.example/returns',
    returnPolicyCategory: 'https://schema.org/MerchantReturnUnspecified',
  })
})

test('a fixed fee needs its amount', () => {
  expect(returnProblems({ ...WINDOW, fee: null })).toEqual({ fee: 'Enter the fixed fee' })
  expect(returnProblems(WINDOW)).toEqual({})
})
