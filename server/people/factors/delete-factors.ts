import type { Db, Tx } from '#server/kernel/db/schema.ts'

/** How many factors an account has. An app that was not confirmed counts, because it may be confirmed later. */
export type FactorCounts = { passkeys: number; apps: number; codes: number }

export async function countFactors(db: Db, userId: string): Promise<FactorCounts> {
  const count = async (table: (typeof TABLES)[number]) => {
    const { of } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('of'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return of
  }
  return {
    passkeys: await count('passkeys'),
    apps: await count('authenticator_apps'),
    codes: await count('recovery_codes'),
  }
}

const TABLES = ['authenticator_apps', 'passkeys', 'recovery_codes'] as const

/**
 * Deletes the app, the recovery codes and the passkeys of an account. Returns whether there were any.
 * @param since only what was added since this time, ISO 8601
 */
export async function deleteFactors(tx: Tx, userId: string, since = ''): Promise<boolean> {
  let count = 0n
  for (const table of TABLES) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('created_at', '>=', since)
      .executeTakeFirst()
    count += numDeletedRows
  }
  return count > 0n
}
