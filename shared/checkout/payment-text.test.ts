import { expect, test } from 'vitest'
import { paymentText, restPaidWith } from './payment-text.ts'

const visa = { method: 'card' as const, brand: 'Visa', lastDigits: '1234' }

test('a paid order names what paid, and the gift card that paid a part', () => {
  expect(paymentText({ paymentMethod: 'Card', paidWith: visa })).toBe('Visa ending in 1234')
  expect(paymentText({ paymentMethod: 'Gift card and Card', paidWith: visa })).toBe(
    'Gift card and Visa ending in 1234',
  )
  expect(restPaidWith({ paymentMethod: 'Gift card and Card', paidWith: visa })).toBe('Visa ending in 1234')
})

test('without a report of the provider, the method is named', () => {
  expect(paymentText({ paymentMethod: 'Venmo', paidWith: null })).toBe('Venmo')
  expect(paymentText({ paymentMethod: 'Gift card and Venmo', paidWith: null })).toBe('Gift card and Venmo')
  expect(restPaidWith({ paymentMethod: 'Gift card and Venmo', paidWith: null })).toBe('Venmo')
})

test('an order without a payment names what it has instead', () => {
  expect(paymentText({ paymentMethod: 'Gift card', paidWith: null })).toBe('Gift card')
  expect(paymentText({ paymentMethod: 'Replacement', paidWith: null })).toBe('Replacement')
})
