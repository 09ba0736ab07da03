/**
 * Copies the pictures to a bucket that an owner has connected, or back to the folder, and then uses the other place. Each file is
 * copied as a whole, and what is there already is not copied again, so it goes on after a restart. Nothing is removed.
 */
import { hasCome } from '#server/kernel/db/due.ts'
import type { PictureCopyRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { HOUR, isoIn, isoNow, MINUTE, SECOND } from '#server/kernel/time/clock.ts'
import { logChange } from '../change-log/change-log.ts'
import { hasSeveralInstances } from '../cache/instances.ts'
import { replaceConnection } from './saved.ts'
import type { Shop } from '../shop.ts'
import { readCopy, stageOf } from './picture-copies.ts'
import type { Places } from '../storage/picture-store.ts'
import type { Store } from '../storage/store.ts'
import { stemOf } from '../storage/uploads.ts'

/** A server that died holds the copying for this time: longer than the copying of one picture takes. */
const CLAIM = 2 * MINUTE
const FIRST_WAIT = 30 * SECOND
const MAX_WAIT = HOUR
/** After this time, files that were stored in the folder at the moment of the switch are copied, too. */
const LAST_LOOK = MINUTE

/** Why the copying stops, in words for the owner. */
class Stopped extends Error {
  override name = 'Stopped'
}

/** Copies what is missing until everything is there, and then uses it. Does nothing if there is nothing to copy, or too early. */
export async function copyPictures(shop: Shop, stopping?: AbortSignal): Promise<void> {
  // Mostly there is nothing to copy, and then nothing has to be written.
  const row = (await readCopy(shop.db)) && (await claim(shop))
  if (row === null) return
  const hold = holdOf(shop, row)
  try {
    await shop.connections.follow()
    const { copying } = shop.pictureStore.places()
    if (copying?.stage !== stageOf(row)) return
    // A picture that was being stored before the stage began is in one place only.
    if (copying.stage === 'leaving') await shop.pictureStore.settled()
    if (!(await copyAll(copying, hold, stopping))) return
    await FINISH[copying.stage](shop, row)
    await shop.connections.changed()
  } catch (error) {
    if (error instanceof Lost) return
    await fail(shop, { ...row, attempts: hold.hasCopied() ? 0 : row.attempts }, error as Error)
  } finally {
    await hold.release()
  }
}

/** The row, for this server alone; null if there is none, if it is not due, or if another server copies. */
async function claim({ db, config, realClock }: Shop): Promise<PictureCopyRow | null> {
  const row = await db
    .updateTable('picture_copies')
    .set({ next_at: isoIn(realClock, CLAIM) })
    .where((eb) =>
      eb.or([
        hasCome('next_at', realClock, MAX_WAIT),
        // Without a database server, only a server that has died can hold it.
        ...(config.databaseUrl === null
          ? [eb.and([eb('problem', '=', ''), eb('switched_at', 'is', null)])]
          : []),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Another server copies, or an owner has changed the connection. */
class Lost extends Error {}

type Hold = ReturnType<typeof holdOf>

/** Shows the progress, and keeps the row for this server. */
function holdOf({ db, realClock }: Shop, { run, next_at }: PictureCopyRow) {
  let until = next_at
  let before: number | null = null
  let hasCopied = false
  const mine = () => db.updateTable('picture_copies').where('run', '=', run).where('next_at', '=', until)
  return {
    /** Throws Lost if this server must not go on. */
    async progress(copied: number, total: number): Promise<void> {
      const next = isoIn(realClock, CLAIM)
      const { numUpdatedRows } = await mine()
        .set({ copied, total, problem: '', next_at: next })
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Lost()
      until = next
      hasCopied ||= before !== null && copied > before
      before = copied
    },
    hasCopied: () => hasCopied,
    /** Lets the next run go on at once, unless it has ended or has to wait. */
    async release(): Promise<void> {
      await mine()
        .set({ next_at: isoNow(realClock) })
        .execute()
    },
  }
}

/** The files of one picture, or one other file. */
type Group = string[]

/** @returns whether everything is there; false if the server stops */
async function copyAll(
  { from, to }: NonNullable<Places['copying']>,
  hold: Hold,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  const tried = new Set<string>()
  for (;;) {
    const { total, missing } = await compare(from, to)
    await hold.progress(total - missing.length, total)
    // What was stored in the meantime was found by this comparison, which is the last one.
    if (missing.length === 0) return true
    for (const [index, group] of missing.entries()) {
      if (stopping?.aborted) return false
      if (tried.has(group[0]!)) throw new Stopped('Files that were just copied are not there')
      tried.add(group[0]!)
      await copyGroup(from, to, group)
      await hold.progress(total - missing.length + index + 1, total)
    }
  }
}

async function copyGroup(from: Store, to: Store, group: Group): Promise<void> {
  const files: [string, Buffer][] = []
  for (const name of group) {
    const data = await from.get(name)
    // It was deleted in the meantime.
    if (data) files.push([name, data])
  }
  if (files.length > 0) await to.put(files)
}

/** The pictures of one store that are not, or only in part, in the other one. */
async function compare(from: Store, to: Store): Promise<{ total: number; missing: Group[] }> {
  const there = new Map<string, number>()
  for await (const { name, bytes } of to.list()) there.set(name, bytes)
  const groups = new Map<string, { names: string[]; isMissing: boolean }>()
  for await (const { name, bytes } of from.list()) {
    if (!COPIED.test(name)) continue
    const key = stemOf(name) || name
    const group = groups.get(key) ?? { names: [], isMissing: false }
    groups.set(key, group)
    if (there.get(name) === bytes) continue
    group.names.push(name)
    group.isMissing = true
  }
  const missing = [...groups.values()].filter(({ isMissing }) => isMissing).map(({ names }) => names)
  return { total: groups.size, missing }
}

/** The names of files of the shop: pictures and labels. Unfinished ones have another ending. */
const COPIED = /^[A-Za-z0-9][\w-]*\.(?:avif|webp|jpg|pdf)$/

/** How each stage ends. The last one deletes the row only; if it has changed meanwhile, nothing happens. */
const FINISH: Record<
  NonNullable<Places['copying']>['stage'],
  (shop: Shop, row: PictureCopyRow) => Promise<void>
> = {
  filling: (shop, { run }) =>
    transact(shop.db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('picture_copies')
        .set({ switched_at: isoNow(shop.realClock), attempts: 0, next_at: isoIn(shop.realClock, LAST_LOOK) })
        .where('run', '=', run)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Lost()
      await logged(tx, shop, 'Pictures are in the bucket')
    }),
  used: async (shop, { run }) => {
    await shop.db.deleteFrom('picture_copies').where('run', '=', run).execute()
  },
  leaving: async (shop, { run }) => {
    if (await hasSeveralInstances(shop)) throw new Stopped(SEVERAL)
    await transact(shop.db, async (tx) => {
      const row = await tx
        .deleteFrom('picture_copies')
        .where('run', '=', run)
        .returning('run')
        .executeTakeFirst()
      if (!row) throw new Lost()
      const { version } = shop.connections.stateOf('storage').saved!
      await replaceConnection(tx, shop, 'storage', version, null)
      await logged(tx, shop, 'Pictures are in the data folder')
    })
  },
}

/** Why pictures are not copied to the folder. */
export const SEVERAL =
  'Several servers share this shop, and a folder belongs to one of them. Stop all but one of them first'

function logged(tx: Tx, shop: Shop, action: string): Promise<void> {
  return logChange(
    tx,
    shop,
    { _id: null, name: 'The shop' },
    { subject: 'setting', id: 'services', name: 'Bucket', action },
  )
}

/** Stores why it has stopped, and when it is tried again. */
async function fail(shop: Shop, { run, attempts }: PictureCopyRow, error: Error): Promise<void> {
  shop.log.warn({ err: error }, 'copying pictures has stopped; it is tried again')
  const wait = Math.min(FIRST_WAIT * 2 ** attempts, MAX_WAIT)
  await shop.db
    .updateTable('picture_copies')
    .set({ problem: problemOf(error), attempts: attempts + 1, next_at: isoIn(shop.realClock, wait) })
    .where('run', '=', run)
    .execute()
}

const BUCKET_PROBLEM =
  'The bucket does not take or give pictures at the moment. If this lasts, test it in the form below'

function problemOf(error: Error): string {
  if (error instanceof Stopped) return error.message
  if ((error as { status?: number }).status === 507)
    return 'There is no space left where the pictures are copied to'
  if ((error as { status?: number }).status === 503) return BUCKET_PROBLEM
  return 'The files of the data folder cannot be read or written'
}
