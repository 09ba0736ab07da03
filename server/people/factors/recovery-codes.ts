/** Recovery codes: each signs in once in place of a code of the authenticator app. Only their hashes are stored. */
import type { Db } from '#server/kernel/db/schema.ts'
import { randomPassword } from '#server/platform/sessions/passwords.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

const COUNT = 10

/** Replaces the recovery codes of an account, and returns the new ones. Each has 79 bits, so a fast hash is enough. */
export async function replaceCodes(tx: Db, { clock }: Pick<Shop, 'clock'>, userId: string) {
  const codes = Array.from({ length: COUNT }, randomPassword)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        code_hash: hashOf(userId, code),
        user_id: userId,
        created_at: isoNow(clock),
        used_at: null,
      })),
    )
    .execute()
  return codes
}

/** Uses up a recovery code. Returns whether it is one that was not used before. */
export async function useRecoveryCode(db: Db, { clock }: Pick<Shop, 'clock'>, userId: string, code: string) {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: isoNow(clock) })
    .where('code_hash', '=', hashOf(userId, code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** People type codes with and without dashes and spaces, and in capitals. */
function hashOf(userId: string, code: string): string {
  return hashToken(`${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
}
