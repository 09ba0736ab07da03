import type { Tx } from '../db/schema.ts'

/**
 * Deletes the app, the recovery codes and the passkeys of an account. Returns whether there were any.
 * @param since only what was added since this time, ISO 8601
 */
export async function deleteFactors(tx: Tx, userId: string, since = ''): Promise<boolean> {
  let count = 0n
  for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes'] as const) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('created_at', '>=', since)
      .executeTakeFirst()
    count += numDeletedRows
  }
  return count > 0n
}
