import { Refusal, conflict } from '#server/kernel/errors.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Download, Handlers } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { takeBackup, type Backup } from './take.ts'
import type { backup } from '#shared/backoffice/api/backup.ts'

/** Shops that are writing their rows to temporary files. */
const busy = new WeakSet<Shop>()

/**
 * Creates a backup for an admin to download, and writes that to the change log. Throws 409 while another backup
 * starts, and 507 if the disk is full.
 */
async function downloadBackup(shop: Shop, admin: SignedIn): Promise<Download> {
  if (busy.has(shop)) throw conflict('A backup is being created. Please try again in a moment')
  busy.add(shop)
  try {
    const backup = await orDiskFull(takeBackup({ ...shop, store: shop.uploads.store }))
    await recordOrDiscard(shop, admin, backup)
    return { name: backup.name, content: backup.content }
  } finally {
    busy.delete(shop)
  }
}

/** Writes the change log. If that fails, the backup is discarded and not sent. */
async function recordOrDiscard(shop: Shop, admin: SignedIn, { content }: Backup): Promise<void> {
  try {
    await transact(shop.db, (tx) =>
      logChange(tx, shop, admin, { subject: 'shop', name: 'Shop', action: 'Took a backup' }),
    )
  } catch (error) {
    content.destroy()
    throw error
  }
}

async function orDiskFull(taking: Promise<Backup>): Promise<Backup> {
  try {
    return await taking
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOSPC') throw error
    throw new Refusal(507, 'The shop’s disk has too little space to prepare the backup')
  }
}

export const backupRoutes: Handlers<typeof backup> = {
  take: ({ shop, user }) => downloadBackup(shop, user),
}
