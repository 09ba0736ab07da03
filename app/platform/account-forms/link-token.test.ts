import { expect, it } from 'vitest'
import { account } from '#shared/people/api/account.ts'
import { CallError } from '../api/call.ts'
import { invalidLinkMessage } from './link-token.ts'

const INCOMPLETE = 'This link is incomplete. Open it from the email again'

it('shows the same message for a link without a token and for a truncated link', () => {
  const checked = account.confirm.body.safeParse({ token: 'abc' })
  const message = checked.error?.issues[0]?.message
  expect(message).toBe(INCOMPLETE)
  const refused = new CallError(400, message!, { field: 'token', fields: { token: message } })
  expect(invalidLinkMessage('abc', refused)).toBe(`${INCOMPLETE}.`)
  expect(invalidLinkMessage('', null)).toBe(`${INCOMPLETE}.`)
})

it('shows the message of the server for a link that has expired', () => {
  const expired = new CallError(400, 'This link is too old', { code: 'link' })
  expect(invalidLinkMessage('abc', expired)).toBe('This link is too old.')
})

it('shows nothing for other errors', () => {
  expect(invalidLinkMessage('abc', new CallError(500, 'Error'))).toBeNull()
  expect(invalidLinkMessage('abc', null)).toBeNull()
})
