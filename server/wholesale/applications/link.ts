/** The link of an application: 32 random bytes in the mail, of which the database has the hash. */
import { randomBytes } from 'node:crypto'
import type { ApplicationRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { DAY, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

const LIFETIME = 60 * DAY

/** When a link that is mailed now ends. */
export const linkEnd = ({ clock }: Pick<Shop, 'clock'>) => isoIn(clock, LIFETIME)

/** Makes the link of an application and returns its token. An older link stops working. */
export async function makeApplicationLink(shop: Pick<Shop, 'db' | 'clock'>, id: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await shop.db
    .updateTable('applications')
    .set({ token_hash: hashToken(token), expires_at: linkEnd(shop) })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .execute()
  return token
}

/** The states in which the link opens the application. */
const OPEN = ['sent', 'filled', 'needs'] as const

/** The application of a link. Throws 400 if it is decided, or the link is too old or replaced. */
export async function applicationOf(
  shop: Pick<Shop, 'db' | 'clock'>,
  token: string,
): Promise<ApplicationRow> {
  const row = await shop.db
    .selectFrom('applications')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', isoNow(shop.clock))
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  if (!row) throw invalidLink()
  return row
}

function invalidLink(): Refusal {
  const message =
    'This link is too old, a newer email has replaced it, or your application is decided already'
  return new Refusal(400, message, { code: 'link' })
}
