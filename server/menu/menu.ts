/** The verbs of the menu. It changes as a whole: visitors see the old one or the new one, never a part or none. */
import type { Reply } from '#shared/api/endpoint.ts'
import type { menu, MenuEdit, MenuPage } from '#shared/api/menu.ts'
import { newId } from '../time/clock.ts'
import { menuPageFields } from '#shared/resources/menu-page.ts'
import { pictureChange } from '#shared/resources/lists.ts'
import { describedRows } from '../resources/rows.ts'
import type { Db, MenuPageRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { takeTurn } from '../db/serialize.ts'
import { conflict } from '../errors.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import { differences, writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import { keepPictures, namePictures } from '../upload/pictures.ts'
import type { SignedIn } from '../sessions/sessions.ts'

type WholeMenu = { pages: MenuPage[]; version: string }

/** The pages in order, and their file names once more, as the specification's `Menu` has them. */
export async function readMenu(shop: Shop): Promise<Reply<typeof menu.one>> {
  // The version first: a change in between makes it too old, which is refused, never too new.
  const version = await versionOf(shop.db)
  const rows = await pagesOf(shop.db)
  return { image: rows.map(({ file }) => file), ...whole(shop, rows, version) }
}

/** The same for its editor, with the texts of the pages that the present ones came in the place of. */
export async function readMenuForEditor(shop: Shop): Promise<Reply<typeof menu.editor>> {
  const { pages, version } = await readMenu(shop)
  const before = await textsBefore(shop.db)
  return { pages: pages.map((page) => ({ ...page, before: before[page.file] ?? [] })), version }
}

/**
 * Hangs uploaded pictures as the new menu. A page takes the title of the one in whose place it comes. Its text is kept
 * for the editor alone: what it says may not be true of the new picture, and prices are no place to guess.
 */
export async function replaceMenu(
  shop: Shop,
  admin: SignedIn,
  files: readonly ReceivedFile[],
): Promise<Reply<typeof menu.replace>> {
  const hung = await keepPictures(shop, admin, files, async (tx, pictures) => {
    await takeTurn(tx, 'menu')
    const old = await pagesOf(tx)
    const rows = pictures.map(({ file }, position) => ({
      position,
      file,
      title: old[position]?.title ?? `Page ${position + 1}`,
      lines: '[]',
    }))
    const texts = await textsBefore(tx)
    const before = rows.flatMap(({ file, position }): [string, string[]][] => {
      const replaced = old[position]
      if (!replaced) return []
      const { lines } = pageRows.editOf(replaced)
      // Where nobody had decided yet, what stood there before that is still on offer.
      return [[file, lines.length > 0 ? lines : (texts[replaced.file] ?? [])]]
    })
    const version = await hang(tx, shop, admin, { old, rows, before, action: 'Replaced' })
    return { rows, version }
  })
  shop.changed({ tag: 'Menu', gone: true })
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
  const rows = pages.map((page, position) => ({ position, ...pageRows.columnsOf(page) }))
  const saved = await transact(shop.db, async (tx) => {
    await takeTurn(tx, 'menu')
    if (opened !== undefined && opened !== (await versionOf(tx))) return null
    const old = await pagesOf(tx)
    const action = rows.length === 0 ? 'Taken down' : 'Changed'
    const version = await hang(tx, shop, admin, { old, rows, action })
    return { version, gone: old.some(({ file }) => rows.every((row) => row.file !== file)) }
  })
  if (saved === null) {
    throw conflict('The menu has changed since you opened it', { menu: await readMenu(shop) })
  }
  shop.changed({ tag: 'Menu', gone: saved.gone })
  return { message: 'Menu saved', ...whole(shop, rows, saved.version) }
}

/** @param before texts on offer for the pages, by their files; whoever saves has chosen, and leaves none */
type Change = { old: MenuPageRow[]; rows: MenuPageRow[]; action: string; before?: [string, string[]][] }

/** Puts `rows` in place of `old` and answers the new version. Call it in the menu's turn. */
async function hang(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  { old, rows, action, before = [] }: Change,
): Promise<string> {
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
  const changes = [
    ...differences(inWords(old), inWords(rows), { titles: 'Pages', texts: menuPageFields.lines.label }),
  ]
  const pictures = [old.map(fileOf), rows.map(fileOf)] as const
  if (pictures[0].join() !== pictures[1].join())
    changes.push({ field: 'Pictures', ...pictureChange(...pictures) })
  if (changes.length > 0)
    await writeRecord(tx, shop, admin, { subject: 'menu', name: 'Menu', action, changes })
  const version = newId(shop.clock)
  await keepFact(tx, VERSION, version)
  await keepFact(
    tx,
    BEFORE,
    JSON.stringify(Object.fromEntries(before.filter(([, lines]) => lines.length > 0))),
  )
  return version
}

const VERSION = 'menu-version'
/** `{file: lines}`: what the page said in whose place a picture came, until somebody says whether it still fits. */
const BEFORE = 'menu-texts-before'

async function keepFact(tx: Tx, key: string, value: string): Promise<void> {
  await tx
    .insertInto('shop_facts')
    .values({ key, value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute()
}

async function textsBefore(db: Db): Promise<Record<string, string[]>> {
  const row = await db.selectFrom('shop_facts').select('value').where('key', '=', BEFORE).executeTakeFirst()
  return JSON.parse(row?.value ?? '{}') as Record<string, string[]>
}

async function versionOf(db: Db): Promise<string> {
  const row = await db.selectFrom('shop_facts').select('value').where('key', '=', VERSION).executeTakeFirst()
  return row?.value ?? ''
}

function pagesOf(db: Db): Promise<MenuPageRow[]> {
  return db.selectFrom('menu_pages').selectAll().orderBy('position').execute()
}

function whole(shop: Shop, rows: MenuPageRow[], version: string): WholeMenu {
  const pages = rows.map((row) => ({
    ...pageRows.editOf(row),
    facts: shop.pictureOf(`/uploads/${row.file}`, row.title),
  }))
  return { pages, version }
}

/** The described columns of a page of the menu. */
const pageRows = describedRows<Omit<MenuPageRow, 'position'>>()(menuPageFields)

const fileOf = ({ file }: MenuPageRow) => file

function inWords(rows: MenuPageRow[]) {
  return {
    titles: rows.map(({ title }) => title).join(', '),
    texts: menuPageFields.lines.print(rows.flatMap((row) => pageRows.editOf(row).lines)),
  }
}
