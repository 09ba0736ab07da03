/** Addresses to which an admin has forbidden all mails that are not about an order or an account. */
import { createHash } from 'node:crypto'
import type { Db } from '#server/kernel/db/schema.ts'

/** Whether an admin has excluded the address. @param email in lower case */
export async function isExcluded(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('suppressed_addresses')
    .select('reason')
    .where('address_hash', '=', hashOf(email))
    .executeTakeFirst()
  return row?.reason === 'admin'
}

/** The hash by which an address is suppressed. @param email in lower case */
export function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
