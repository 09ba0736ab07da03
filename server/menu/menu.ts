/** The reading verb of the menu. */
import type { MenuPage } from '#shared/api/menu.ts'
import type { Shop } from '../shop.ts'

/** The pages in order, and their file names once more, as the specification's `Menu` has them. */
export async function readMenu(shop: Shop): Promise<{ image: string[]; pages: MenuPage[] }> {
  const rows = await shop.db.selectFrom('menu_pages').selectAll().orderBy('position').execute()
  return {
    image: rows.map(({ file }) => file),
    pages: rows.map(({ file, title, lines }) => ({
      file,
      title,
      lines: JSON.parse(lines) as string[],
      facts: shop.pictureOf(`/uploads/${file}`),
    })),
  }
}
