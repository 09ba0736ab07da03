// On SQLite only: passwords, codes and sessions, the same code on both databases.
/**
 * What a stranger sends while the owner of the mailbox sets a new password: nothing of it outlasts the new password.
 */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { mailboxOf } from '#test/mailbox.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { auth, freshEmail, registered, reset, resetToken } from '../people.testing.ts'

const shop = await openShop()
const mailbox = mailboxOf(shop)

const NEW = 'mine from now on'
/** Each round hits another moment of the new password. */
const ROUNDS = Array.from({ length: 10 }, (_, index) => index)

let email: string
let stranger: Visitor
beforeEach(async () => {
  email = freshEmail('victim')
  stranger = await registered(shop, email)
})
afterAll(() => shop.close())

const signIn = async (password: string) => (await auth(shop, email, password)).status

/** Runs requests of the stranger at the same time as the new password. */
async function during(requests: () => Promise<unknown>[]): Promise<void> {
  const token = await resetToken(shop, email, mailbox)
  const [answer] = await Promise.all([reset(shop, token, NEW), ...requests()])
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
    const other = freshEmail('stranger')
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
