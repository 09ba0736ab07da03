import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { buildMessage } from './message.ts'

const MAIL = {
  from: { name: 'Frame Röster', address: 'web@shop.example' },
  to: 'ann@example.com',
  replyTo: 'inbox@shop.example',
  subject:
    'Grüße: 12 × Kaffee, eine lange Zeile, die umbrochen werden muss, damit sie in die Kopfzeile passt',
  text: `Hello =3D Grüße 😀\n.\n..two dots\n${'a long line without end '.repeat(20)}\ntabs\t \n\nend`,
  html: `<p style="margin:0">Grüße = 😀</p>\n<p>${'long '.repeat(300)}</p>`,
  messageId: '<1@shop.example>',
}

test('a mail program reads the same texts and addresses', async () => {
  const { raw, envelope } = buildMessage(MAIL)
  const read = await PostalMime.parse(raw)
  expect(read).toMatchObject({
    from: MAIL.from,
    to: [{ address: MAIL.to }],
    replyTo: [{ address: MAIL.replyTo }],
    subject: MAIL.subject,
    messageId: MAIL.messageId,
  })
  expect(read.text?.trimEnd()).toBe(MAIL.text)
  expect(read.html?.trimEnd()).toBe(MAIL.html)
  expect(read.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  expect(envelope).toEqual({ from: 'web@shop.example', to: ['ann@example.com'] })
})

test('all lines are short ASCII lines that end with CRLF', () => {
  const text = buildMessage(MAIL).raw.toString('latin1')
  expect(text).toMatch(/^[\r\n\t\x20-\x7e]*$/)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
})

test('without an address for replies there is no such header', () => {
  expect(buildMessage({ ...MAIL, replyTo: null }).raw.toString()).not.toMatch(/^reply-to:/im)
})
