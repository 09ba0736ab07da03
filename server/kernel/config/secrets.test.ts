import { expect, test } from 'vitest'
import { createConceal } from './secrets.ts'

const SECRET = 'EL/9+secret "word"'
const conceal = createConceal({
  PAYPAL_CLIENT_ID: 'AX-client',
  PAYPAL_CLIENT_SECRET: SECRET,
  SMTP_URL: 'smtp://web:p%40ssword@mail.example:587',
  METRICS_TOKEN: 'a-token-of-sixteen',
  SHIPPO_TOKEN: '',
})

test.each([
  ['as plain text', SECRET],
  ['in JSON', JSON.stringify({ secret: SECRET })],
  ['in a URL', `https://x.example/?secret=${encodeURIComponent(SECRET)}`],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['in a Basic header', Buffer.from(`AX-client:${SECRET}`).toString('base64')],
  ['of a URL', 'p@ssword'],
  ['of a URL, encoded', 'p%40ssword'],
  ['as SMTP sends it', Buffer.from('\0web\0p@ssword').toString('base64')],
  ['twice', 'a-token-of-sixteen and a-token-of-sixteen'],
])('a secret is concealed: %s', (_how, text) => {
  const concealed = conceal(`before ${text} after`)
  expect(concealed).toMatch(/^before .*\[concealed\].* after$/)
  expect(concealed).not.toContain(text)
})

test('public values and ordinary words are not concealed', () => {
  expect(conceal('AX-client at mail.example:587 as web')).toBe('AX-client at mail.example:587 as web')
  expect(createConceal({})('nothing is set')).toBe('nothing is set')
  expect(createConceal({ ADMIN_PASSWORD: 'a' })('a word')).toBe('a word')
})

test('secrets that are added later are concealed, too', () => {
  const own = createConceal({ METRICS_TOKEN: 'a-token-of-sixteen' })
  own.add(['typed-secret'])
  expect(own('a-token-of-sixteen, typed-secret')).toBe('[concealed], [concealed]')
})
