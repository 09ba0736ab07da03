import { expect, test } from 'vitest'
import { mailboxKey } from './mailing.ts'

test.each([
  ['ann@example.com', 'ann@example.com'],
  ['Ann@Example.COM', 'ann@example.com'],
  ['ann+shop@example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['a.n.n+x@gmail.com', 'ann@gmail.com'],
  ['ann@googlemail.com', 'ann@gmail.com'],
])('mail to %s reaches the mailbox %s', (email, mailbox) => {
  expect(mailboxKey(email)).toBe(mailbox)
})
