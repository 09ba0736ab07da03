import { expect, test } from 'vitest'
import { email } from './fields.ts'

test.each([
  'b&b@example.com',
  'tag!x@example.com',
  'sales/east@example.com',
  'n=1@example.com',
  'user~x@example.com',
  'a#1@example.com',
  'jo+coffee@example.com',
  "o'brien@example.com",
  'a..b@example.com',
  'jose@xn--mnchen-3ya.example',
])('an address that browsers accept is accepted: %s', (address) => {
  expect(email.parse(` ${address.toUpperCase()} `)).toBe(address)
})

test.each([
  'a@b',
  'a b@example.com',
  'a@-b.example',
  'a@b-.example',
  'a@b..example',
  'a@b.example.',
  '@b.example',
  'a@b.example\r\nBcc: c@d.example',
  'Ann <a@b.example>',
  `a@${'x'.repeat(64)}.example`,
  `${'a'.repeat(250)}@b.example`,
])('another text is refused: %j', (text) => {
  expect(email.safeParse(text).success).toBe(false)
})
