/** The verbs of the menu. It changes as a whole: visitors see the old one or the new one, never a part or none. */
import type { Reply } from '#shared/api/endpoint.ts'
import type { menu, MenuEdit, MenuPage } from '#shared/api/menu.ts'
import { newId } from '../clock.ts'
import type { Db, MenuPageRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { takeTurn } from '../db/turn.ts'
import { conflict } from '../errors.ts'
import type { Incoming } from '../receive-files.ts'
import { differences, writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import { keepPictures, namePictures } from '../upload/pictures.ts'
import type { SignedIn } from '../users/sessions.ts'

export type WholeMenu = { pages: MenuPage[]; version: string }

/** The pages in order, and their file names once more, as the specification's `Menu` has them. */
export async function readMenu(shop: Shop): Promise<Reply<typeof menu.one>> {
  // The version first: a change in between makes it too old, which is refused, never too new.
  const version = await versionOf(shop.db)
  const rows = await pagesOf(shop.db)
  return { image: rows.map(({ file }) => file), ...whole(shop, rows, version) }
}

/** Hangs uploaded pictures as the new menu. A page takes title and text of the one in whose place it comes. */
export async function replaceMenu(
  shop: Shop,
  admin: SignedIn,
  files: readonly Incoming[],
): Promise<Reply<typeof menu.replace>> {
  const hung = await keepPictures(shop, admin, files, async (tx, pictures) => {
    await takeTurn(tx, 'menu')
    const old = await pagesOf(tx)
    const rows = pictures.map(({ file }, position) => ({
      position,
      file,
      title: old[position]?.title ?? `Page ${position + 1}`,
      lines: old[position]?.lines ?? '[]',
    }))
    return { rows, version: await hang(tx, shop, admin, { old, rows, action: 'Replaced' }) }
  })
  shop.changed({ tag: 'Menu' })
  return {
    message: 'Menu uploaded successfully',
    menu: { image: hung.rows.map(({ file }) => file) },
    ...whole(shop, hung.rows, hung.version),
  }
}

/** Saves all pages at once. With `version`, an editor opened before another save is refused with 409. */
export async function saveMenu(
  shop: Shop,
  admin: SignedIn,
  { pages, version: opened }: MenuEdit,
): Promise<Reply<typeof menu.save>> {
  const rows = pages.map(({ file, title, lines }, position) => ({
    position,
    file,
    title,
    lines: JSON.stringify(lines),
  }))
  const version = await transact(shop.db, async (tx) => {
    await takeTurn(tx, 'menu')
    if (opened !== undefined && opened !== (await versionOf(tx))) return null
    const old = await pagesOf(tx)
    return hang(tx, shop, admin, { old, rows, action: rows.length === 0 ? 'Taken down' : 'Changed' })
  })
  if (version === null) {
    throw conflict('The menu has changed since you opened it', { menu: await readMenu(shop) })
  }
  shop.changed({ tag: 'Menu' })
  return { message: 'Menu saved', ...whole(shop, rows, version) }
}

type Change = { old: MenuPageRow[]; rows: MenuPageRow[]; action: string }

/** Puts `rows` in place of `old` and answers the new version. Call it in the menu's turn. */
async function hang(tx: Tx, shop: Shop, admin: SignedIn, { old, rows, action }: Change): Promise<string> {
  const kept = new Set(old.map(({ file }) => file))
  const added = rows.filter(({ file }) => !kept.has(file))
  await namePictures(
    tx,
    shop,
    added.map(({ file }) => `/uploads/${file}`),
  )
  await tx.deleteFrom('menu_pages').execute()
  shop.crash('within-menu-change')
  if (rows.length > 0) await tx.insertInto('menu_pages').values(rows).execute()
  const changes = differences(inWords(old), inWords(rows), { titles: 'Pages', texts: 'Text' })
  await writeRecord(tx, shop, admin, { subject: 'menu', name: 'Menu', action, changes })
  const version = newId(shop.clock)
  await tx
    .insertInto('shop_facts')
    .values({ key: VERSION, value: version })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value: version }))
    .execute()
  return version
}

const VERSION = 'menu-version'

async function versionOf(db: Db): Promise<string> {
  const row = await db.selectFrom('shop_facts').select('value').where('key', '=', VERSION).executeTakeFirst()
  return row?.value ?? ''
}

function pagesOf(db: Db): Promise<MenuPageRow[]> {
  return db.selectFrom('menu_pages').selectAll().orderBy('position').execute()
}

function whole(shop: Shop, rows: MenuPageRow[], version: string): WholeMenu {
  const pages = rows.map(({ file, title, lines }) => ({
    file,
    title,
    lines: JSON.parse(lines) as string[],
    facts: shop.pictureOf(`/uploads/${file}`, title),
  }))
  return { pages, version }
}

function inWords(rows: MenuPageRow[]) {
  return {
    titles: rows.map(({ title }) => title).join(', '),
    texts: rows.flatMap(({ lines }) => JSON.parse(lines) as string[]).join(' / '),
  }
}
