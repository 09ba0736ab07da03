/** Adds the demo artists and the demo menu to a new shop. */
import { readFileSync } from 'node:fs'
import { NO_WEBSITE } from '#shared/catalog/artist-links.ts'
import { type Clock, isoNow, MINUTE, newId } from '#server/kernel/time/clock.ts'
import type { Db, DemoKind, MenuPageRow, NewArtist, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'

type Artist = {
  name: string
  title: string
  quote: string
  instagram: string
  website: string
  script: string
  works: { file: string }[]
}

type MenuSheet = {
  file: string
  title: string
  intro: string
  sections: { heading: string; lines: { name: string; price: number; note: string }[] }[]
  foot: string
}

const IMAGERY = new URL('../../../imagery/', import.meta.url)
/** The number of works in the carousel; the others are in the grid. */
const MAIN_WORKS = 2

/** Adds the demo artists and the demo menu, each once: they are not added again after they were deleted. */
export async function seedContent(db: Db, clock: Clock): Promise<void> {
  await once(db, clock, 'demo-artists', async (tx) => {
    const some = await tx.selectFrom('artists').select('id').limit(1).executeTakeFirst()
    if (some) return
    const artists = demoArtists(clock)
    await tx.insertInto('artists').values(artists).execute()
    await mark(
      tx,
      'artists',
      artists.map(({ id }) => id),
    )
  })
  await once(db, clock, 'demo-menu', async (tx) => {
    const some = await tx.selectFrom('menu_pages').select('file').limit(1).executeTakeFirst()
    if (some) return
    const pages = demoMenu()
    await tx.insertInto('menu_pages').values(pages).execute()
    await mark(
      tx,
      'menu_pages',
      pages.map(({ file }) => file),
    )
  })
}

/** Marks rows as invented (server/backoffice/demo). */
async function mark(tx: Tx, kind: DemoKind, ids: string[]): Promise<void> {
  await tx
    .insertInto('demo_rows')
    .values(ids.map((id) => ({ kind, id })))
    .execute()
}

/** Runs `work` in a transaction, unless it has run with this key before. */
export async function once(
  db: Db,
  clock: Clock,
  key: string,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const done = await db.selectFrom('shop_facts').select('key').where('key', '=', key).executeTakeFirst()
  if (done) return
  await transact(db, async (tx) => {
    await work(tx)
    await tx
      .insertInto('shop_facts')
      .values({ key, value: isoNow(clock) })
      .execute()
  })
}

/** The artists of imagery/artists.json. The first one is the newest and is featured. */
export function demoArtists(clock: Clock): NewArtist[] {
  return (read('artists.json') as Artist[]).map(({ works, ...artist }, index) => {
    const files = works.map(({ file }) => file)
    const created = new Date(clock.now().getTime() - index * MINUTE).toISOString()
    return {
      id: newId(clock),
      name: artist.name,
      title: artist.title,
      script: artist.script,
      quote: artist.quote,
      instagram: artist.instagram.replace(/^@/, 'https://www.instagram.com/'),
      website: artist.website || NO_WEBSITE,
      main_images: JSON.stringify(files.slice(0, MAIN_WORKS)),
      other_images: JSON.stringify(files.slice(MAIN_WORKS)),
      is_feat: index === 0 ? 1 : 0,
      created_at: created,
      updated_at: created,
    }
  })
}

/** The pages of imagery/menu.json, with the text of their pictures. */
export function demoMenu(): MenuPageRow[] {
  return (read('menu.json') as MenuSheet[]).map(({ file, title, intro, sections, foot }, position) => ({
    position,
    file,
    title,
    lines: JSON.stringify([
      intro,
      ...sections.flatMap(({ heading, lines }) => [
        `## ${heading}`,
        ...lines.map(({ name, note, price }) => `${name} | ${note} | ${price.toFixed(2)}`),
      ]),
      foot,
    ]),
  }))
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, IMAGERY), 'utf8'))
}
