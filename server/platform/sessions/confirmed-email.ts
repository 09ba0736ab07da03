/** Whether the owner of an account has proved to own its email address. Before that, anyone may have registered with it. */
import type { Db } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from './sessions.ts'

type Account = Pick<SignedIn, '_id' | 'email'>

export async function hasConfirmed(db: Db, { _id, email }: Account): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', _id)
    .where('confirmed_email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** Throws 409 with the code `unconfirmed`. */
export async function requireConfirmed({ db }: Pick<Shop, 'db'>, user: Account): Promise<void> {
  if (!(await hasConfirmed(db, user)))
    throw conflict(`Confirm first that ${user.email} is your address: we can mail you a link`, {
      code: 'unconfirmed',
    })
}
