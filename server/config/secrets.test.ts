import { expect, test } from 'vitest'
import { concealing } from './secrets.ts'

const SECRET = 'EL/9+secret "word"'
const conceal = concealing({
  PAYPAL_CLIENT_ID: 'AX-client',
  PAYPAL_CLIENT_SECRET: SECRET,
  SMTP_URL: 'smtp://web:p%40ssword@mail.example:587',
  METRICS_TOKEN: 'a-token-of-sixteen',
  SHIPPO_TOKEN: '',
})

test.each([
  ['as it is', SECRET],
  ['in JSON', JSON.stringify({ secret: SECRET })],
  ['in an address', `https://x.example/?secret=${encodeURIComponent(SECRET)}`],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['in a Basic header', Buffer.from(`AX-client:${SECRET}`).toString('base64')],
  ['out of an address', 'p@ssword'],
  ['as the address has it', 'p%40ssword'],
  ['as SMTP sends it', Buffer.from('\0web\0p@ssword').toString('base64')],
  ['twice', 'a-token-of-sixteen and a-token-of-sixteen'],
])('a secret is taken out %s', (_how, text) => {
  const said = conceal(`before ${text} after`)
  expect(said).toMatch(/^before .*\[concealed\].* after$/)
  expect(said).not.toContain(text)
})

test('what is public stays, and so do words that are no secrets', () => {
  expect(conceal('AX-client at mail.example:587 as web')).toBe('AX-client at mail.example:587 as web')
  expect(concealing({})('nothing is set')).toBe('nothing is set')
  expect(concealing({ ADMIN_PASSWORD: 'a' })('a word')).toBe('a word')
})
