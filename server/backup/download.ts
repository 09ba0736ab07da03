import { Refusal, conflict } from '../errors.ts'
import { transact } from '../db/transact.ts'
import { writeRecord } from '../record/record.ts'
import type { Download } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { takeBackup, type Backup } from './take.ts'

/** The shops whose rows are being written down just now. */
const busy = new WeakSet<Shop>()

/** A backup for an admin to save; the record says who has it. Refuses while another one is begun, or without room. */
export async function downloadBackup(shop: Shop, admin: SignedIn): Promise<Download> {
  if (busy.has(shop)) throw conflict('A backup is just being taken. Please try again in a moment')
  busy.add(shop)
  try {
    const backup = await orNoRoom(takeBackup({ ...shop, store: shop.uploads.store }))
    await noteOrDrop(shop, admin, backup)
    return { name: backup.name, content: backup.content }
  } finally {
    busy.delete(shop)
  }
}

/** A backup that the record does not know of is not handed out. */
async function noteOrDrop(shop: Shop, admin: SignedIn, { content }: Backup): Promise<void> {
  try {
    await transact(shop.db, (tx) =>
      writeRecord(tx, shop, admin, { subject: 'shop', name: 'Shop', action: 'Took a backup' }),
    )
  } catch (error) {
    content.destroy()
    throw error
  }
}

async function orNoRoom(taking: Promise<Backup>): Promise<Backup> {
  try {
    return await taking
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOSPC') throw error
    throw new Refusal(507, 'There is no room on the shop’s disk to prepare the backup')
  }
}
