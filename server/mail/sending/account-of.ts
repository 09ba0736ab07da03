import type { OutboxRow, UserRow } from '#server/kernel/db/schema.ts'
import type { AboutAccount } from '#server/platform/outbox/row.ts'
import type { Shop } from '#server/platform/shop.ts'

/**
 * The account of an email. A request for a new password has only an address; its account is looked up here, after the
 * response was sent. If the mail confirms a new address, that address must still be the requested one.
 */
export async function accountOf(
  { db }: Shop,
  { kind, recipient }: OutboxRow,
  { user, email }: AboutAccount,
): Promise<UserRow | undefined> {
  const users = db.selectFrom('users').selectAll('users')
  if (kind === 'password-reset') return users.where('email', '=', recipient).executeTakeFirst()
  return users
    .where('users.id', '=', user ?? '')
    .$if(kind === 'email-confirm', (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('email_changes')
            .select('user_id')
            .whereRef('user_id', '=', 'users.id')
            .where('email_changes.email', '=', email ?? ''),
        ),
      ),
    )
    .executeTakeFirst()
}
