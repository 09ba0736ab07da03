/** Reads, replaces and edits the menu. All pages change at once: visitors see either the old menu or the new menu. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { menu, MenuEdit, MenuPage } from '#shared/content/api/menu.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { menuPageFields } from '#shared/content/resources/menu-page.ts'
import { pictureChange } from '#shared/platform/resources/lists.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import type { Db, MenuPageRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { acquireLock } from '#server/kernel/db/named-lock.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { ReceivedFile } from '#server/platform/http/receive-files.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { storePictures, referencePictures } from '#server/platform/upload/pictures.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'

type WholeMenu = { pages: MenuPage[]; version: string }

/** The pages in order. `image` repeats their file names, as the API's `Menu` defines. */
export async function readMenu(shop: Shop): Promise<Reply<typeof menu.one>> {
  // Read the version first. If the menu changes while it is read, the version is too old, and a save with it is
  // refused.
  const version = await versionOf(shop.db)
  const rows = await pagesOf(shop.db)
  return { image: rows.map(({ file }) => file), ...whole(shop, rows, version) }
}

/** The menu for its editor: each page also has, as `before`, the text of the page that it replaced. */
export async function readMenuForEditor(shop: Shop): Promise<Reply<typeof menu.editor>> {
  const { pages, version } = await readMenu(shop)
  const before = await textsBefore(shop.db)
  return { pages: pages.map((page) => ({ ...page, before: before[page.file] ?? [] })), version }
}

/**
 * Replaces the menu with uploaded pictures. A page takes the title of the page that it replaces. The old text is only
 * offered in the editor. Visitors do not see it, because its prices may not match the new picture.
 */
export async function replaceMenu(
  shop: Shop,
  admin: SignedIn,
  files: readonly ReceivedFile[],
): Promise<Reply<typeof menu.replace>> {
  const replaced = await storePictures(shop, admin, files, async (tx, pictures) => {
    await acquireLock(tx, 'menu')
    const old = await pagesOf(tx)
    const rows = pictures.map(({ file }, position) => ({
      position,
      file,
      title: old[position]?.title ?? `Page ${position + 1}`,
      lines: '[]',
    }))
    const texts = await textsBefore(tx)
    const before = rows.flatMap(({ file, position }): [string, string[]][] => {
      const previous = old[position]
      if (!previous) return []
      const { lines } = pageRows.editOf(previous)
      // If a page has no text, keep the text that is offered for it.
      return [[file, lines.length > 0 ? lines : (texts[previous.file] ?? [])]]
    })
    const version = await replacePages(tx, shop, admin, { old, rows, before, action: 'Replaced' })
    return { rows, version }
  })
  shop.changed({ tag: 'Menu', gone: true })
  return {
    message: 'Menu uploaded successfully',
    menu: { image: replaced.rows.map(({ file }) => file) },
    ...whole(shop, replaced.rows, replaced.version),
  }
}

/** Saves all pages at once. Throws 409 if `version` is given and the menu has a newer version. */
export async function saveMenu(
  shop: Shop,
  admin: SignedIn,
  { pages, version: opened }: MenuEdit,
): Promise<Reply<typeof menu.save>> {
  const rows = pages.map((page, position) => ({ position, ...pageRows.columnsOf(page) }))
  const saved = await transact(shop.db, async (tx) => {
    await acquireLock(tx, 'menu')
    if (opened !== undefined && opened !== (await versionOf(tx))) return null
    const old = await pagesOf(tx)
    const action = rows.length === 0 ? 'Taken down' : 'Changed'
    const version = await replacePages(tx, shop, admin, { old, rows, action })
    return { version, gone: old.some(({ file }) => rows.every((row) => row.file !== file)) }
  })
  if (saved === null) {
    throw conflict('The menu has changed since you opened it', { menu: await readMenu(shop) })
  }
  shop.changed({ tag: 'Menu', gone: saved.gone })
  return { message: 'Menu saved', ...whole(shop, rows, saved.version) }
}

/** `before`: the text that the editor offers for each page, by file; empty after a save. */
type Change = { old: MenuPageRow[]; rows: MenuPageRow[]; action: string; before?: [string, string[]][] }

/** Replaces the rows `old` with `rows` and returns the new version. Call it while holding the lock `menu`. */
async function replacePages(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  { old, rows, action, before = [] }: Change,
): Promise<string> {
  const existing = new Set(old.map(({ file }) => file))
  const added = rows.filter(({ file }) => !existing.has(file))
  await referencePictures(
    tx,
    shop,
    added.map(({ file }) => `/uploads/${file}`),
  )
  await tx.deleteFrom('menu_pages').execute()
  shop.crash('within-menu-change')
  if (rows.length > 0) await tx.insertInto('menu_pages').values(rows).execute()
  const changes = [
    ...differences(textsOf(old), textsOf(rows), { titles: 'Pages', texts: menuPageFields.lines.label }),
  ]
  const pictures = [old.map(fileOf), rows.map(fileOf)] as const
  if (pictures[0].join() !== pictures[1].join())
    changes.push({ field: 'Pictures', ...pictureChange(...pictures) })
  if (changes.length > 0) await logChange(tx, shop, admin, { subject: 'menu', name: 'Menu', action, changes })
  const version = newId(shop.clock)
  await saveFact(tx, VERSION, version)
  await saveFact(
    tx,
    BEFORE,
    JSON.stringify(Object.fromEntries(before.filter(([, lines]) => lines.length > 0))),
  )
  return version
}

/** Whether an admin has ever saved the menu. */
export async function hasOwnMenu(db: Db): Promise<boolean> {
  return (await versionOf(db)) !== ''
}

/**
 * Removes the pages with these files, if no admin has ever saved the menu. Returns how many were removed. Announce the
 * change after the commit of `tx`.
 */
export async function removeUnsavedPages(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  files: readonly string[],
): Promise<number> {
  await acquireLock(tx, 'menu')
  const old = await pagesOf(tx)
  const rows = old.filter(({ file }) => !files.includes(file))
  if (rows.length === old.length || (await hasOwnMenu(tx))) return 0
  await replacePages(tx, shop, admin, { old, rows, action: 'Demo removed' })
  return old.length - rows.length
}

const VERSION = 'menu-version'
/** `{file: lines}`: for each new page, the text of the page that it replaced, until the next save. */
const BEFORE = 'menu-texts-before'

async function saveFact(tx: Tx, key: string, value: string): Promise<void> {
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

/** Converts between rows of menu pages and the fields of the form. */
const pageRows = describedRows<Omit<MenuPageRow, 'position'>>()(menuPageFields)

const fileOf = ({ file }: MenuPageRow) => file

function textsOf(rows: MenuPageRow[]) {
  return {
    titles: rows.map(({ title }) => title).join(', '),
    texts: menuPageFields.lines.print(rows.flatMap((row) => pageRows.editOf(row).lines)),
  }
}
