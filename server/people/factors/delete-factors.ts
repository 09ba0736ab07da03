import type { Tx } from '#server/kernel/db/schema.ts'

/** How many factors were deleted. An app that was not confirmed counts, because it could have been confirmed later. */
export type DeletedFactors = { passkeys: number; authenticator_apps: number; recovery_codes: number }

/**
 * Deletes the app, the recovery codes and the passkeys of an account.
 * @param since only what was added since this time, ISO 8601
 */
export async function deleteFactors(tx: Tx, userId: string, since = ''): Promise<DeletedFactors> {
  const deleted: DeletedFactors = { passkeys: 0, authenticator_apps: 0, recovery_codes: 0 }
  for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes'] as const) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('created_at', '>=', since)
      .executeTakeFirst()
    deleted[table] = Number(numDeletedRows)
  }
  return deleted
}
