import { expect, test } from 'vitest'
import { findPlaces } from './desk-places.ts'

const titles = (text: string) => findPlaces('owner', text).named.map(({ title }) => title)
const first = (text: string) => findPlaces('owner', text).named[0]?.to

function found(role: 'packer' | 'barista' | 'manager', text: string) {
  const { named, others } = findPlaces(role, text)
  return [...named, ...others].map(({ to }) => to)
}

test.each([
  ['opening hours', '/admin/settings/hours'],
  ['vacation', '/admin/settings/vacation#isOn'],
  ['second factor', '/profile/security#second-factor'],
  ['2fa', '/profile/security#second-factor'],
  ['Authenticator', '/profile/security#second-factor'],
  ['returns', '/admin/settings/returns#policy'],
  ['refund policy', '/admin/settings/returns#policy'],
  ['backup', '/admin'],
  ['weight units', '/admin/settings/roasting#inPounds'],
  ['sales tax', '/admin/settings/selling#taxPercent'],
  ['parcels', '/admin/settings/parcels'],
  ['bookkeeper', '/admin/books'],
  ['accountant', '/admin/books'],
  ['lot', '/admin/green-coffee'],
  ['new coffee', '/admin/product/new-coffee'],
  ['create product', '/admin/productlist'],
  ['new discount', '/admin/discounts/new/edit'],
  ['write a newsletter', '/admin/newsletters/new/edit'],
  ['invite staff', '/admin/staff#invite'],
])('the search of the desk leads from "%s" to its field or form', (text, to) => {
  expect(first(text)).toBe(to)
})

test('a page and the action in it are both found, the page first', () => {
  expect(titles('newsletter')).toEqual(['Newsletters', 'Write a newsletter'])
  expect(titles('discount code')).toEqual(['Discount codes', 'New discount code'])
  expect(titles('taxes')).toEqual(['Books', 'Sales tax'])
})

test('settings and actions are found only by roles that may open them', () => {
  for (const role of ['packer', 'barista'] as const) {
    for (const text of ['vacation', 'new coffee', 'invite staff', 'backup', 'accountant'])
      expect(found(role, text), `${role}: ${text}`).toEqual([])
    expect(found(role, '2fa')).toEqual(['/profile/security#second-factor'])
  }
  expect(found('manager', 'vacation')).toContain('/admin/settings/vacation#isOn')
  expect(found('manager', 'backup')).toEqual([])
  expect(found('manager', 'invite staff')).toEqual([])
})
