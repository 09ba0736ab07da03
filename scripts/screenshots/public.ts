/** The public screens. */
import { expect } from '@playwright/test'
import { publicPaths } from '#shared/platform/pages.ts'
import type { Scene } from './take.ts'

const PAGES: Scene[] = [
  ...publicPaths().map((path) => [path === '/' ? 'home' : path.slice(1), path]),
  ['shop-2', '/page/2'],
  ['search', '/search/kenya'],
  ['search-nothing', '/search/nothing-of-that-name'],
  ['cart-empty', '/cart'],
  ['login', '/login'],
  ['register', '/register'],
  ['forgot', '/forgot'],
  ['order-links', '/order-links'],
  ['balance', '/gift-cards/balance'],
  ['newsletter', '/newsletter'],
  ['department', '/shop/equipment'],
  ['brew-v60', '/brew/v60'],
  ['brew-moka-pot', '/brew/moka-pot'],
  ['not-found', '/nowhere'],
].map(([name = '', path = '']) => ({ name, path }))

export const PUBLIC: Scene[] = [
  ...PAGES,
  {
    name: 'header-open',
    path: '/about',
    windowOnly: true,
    prepare: async (page) => {
      const menu = page.getByRole('button', { name: 'MENU' })
      await ((await menu.isVisible()) ? menu : page.getByRole('button', { name: 'COFFEE' })).click()
      await expect(page.getByRole('link', { name: 'GALLERY' })).toBeVisible()
    },
  },
  {
    name: 'gallery-viewer',
    path: '/gallery#image-7',
    windowOnly: true,
    prepare: (page) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  {
    name: 'wholesale-problems',
    path: '/wholesale',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText('What is it called?')).toBeVisible()
    },
  },
  { name: 'contact-failed', path: '/?sent=fail' },
]

/** One product of each kind, and an artist. */
export async function productScenes(origin: string): Promise<Scene[]> {
  const scenes: Scene[] = []
  for (const [kind, keyword] of Object.entries({ coffee: 'guji', print: 'print', mug: 'mug' })) {
    const answer = await fetch(`${origin}/api/products?keyword=${keyword}`)
    const { products } = (await answer.json()) as { products: { _id: string }[] }
    if (products[0]) scenes.push({ name: `product-${kind}`, path: `/product/${products[0]._id}` })
  }
  const artist = (await (await fetch(`${origin}/api/artshow/featured`)).json()) as { slug: string } | null
  if (artist) scenes.push({ name: 'artist', path: `/artshow/${artist.slug}` })
  return scenes
}
