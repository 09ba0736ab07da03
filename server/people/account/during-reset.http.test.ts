/**
 * What a stranger sends while the owner of the mailbox sets a new password: nothing of it outlasts the new password.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailboxOf, tokenIn, type Mailbox } from '#test/mailbox.ts'
import { openShop, PASSWORD, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

const NEW = 'mine from now on'
/** Each round hits another moment of the new password. */
const ROUNDS = Array.from({ length: 10 }, (_, index) => index)

let shop: TestShop
let mailbox: Mailbox
let email: string
let stranger: Visitor
beforeAll(async () => {
  shop = await openShop()
  mailbox = mailboxOf(shop)
})
let count = 0
beforeEach(async () => {
  email = `victim-${++count}@example.com`
  stranger = shop.visitor()
  const account = { name: 'Ann', email, password: PASSWORD }
  expect((await stranger.post('/api/users', account)).status).toBe(201)
})
afterAll(() => shop.close())

async function signIn(password: string): Promise<number> {
  return (await shop.visitor().post('/api/users/auth', { email, password })).status
}

/** Runs requests of the stranger at the same time as the new password. */
async function during(requests: () => Promise<unknown>[]): Promise<void> {
  await shop.visitor().post('/api/account/forgot', { email })
  const token = tokenIn((await mailbox.newMailsTo(email))[0], '/reset')
  const reset = shop.visitor().post('/api/account/reset', { token, password: NEW })
  const [answer] = await Promise.all([reset, ...requests()])
  expect(answer.status).toBe(200)
}

function sessions() {
  return shop.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'user_id')
    .where('email', '=', email)
    .select('user_id')
    .execute()
}

test.each(ROUNDS)('a sign-in with the old password leaves no session, round %i', async () => {
  await during(() => Array.from({ length: 4 }, () => signIn(PASSWORD)))
  expect(await sessions()).toEqual([])
  expect([await signIn(PASSWORD), await signIn(NEW)]).toEqual([401, 200])
})

test.each(ROUNDS)(
  'a change of the profile restores no old password, and asks for no other address, round %i',
  async () => {
    const other = `stranger-${count}@example.com`
    await during(() => [
      ...Array.from({ length: 4 }, (_, index) =>
        stranger.put('/api/users/profile', { name: `Ann ${index}` }),
      ),
      stranger.put('/api/users/profile', { name: 'Ann', email: other, currentPassword: PASSWORD }),
    ])
    const changes = await shop.db
      .selectFrom('email_changes')
      .select('email')
      .where('email', '=', other)
      .execute()
    expect([changes, await sessions()]).toEqual([[], []])
    expect(await signIn(NEW)).toBe(200)
  },
)
