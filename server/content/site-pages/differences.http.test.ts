// On SQLite only: pages, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

let shop: TestShop
let olive: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  olive = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
afterAll(() => shop.close())

/** How a new line below the heading is compared with the one that visitors see. */
async function partsOf(tagline: string): Promise<{ kind: string; text: string }[]> {
  const { values, version } = (await olive.get('/api/pages/about')).body
  await olive.put('/api/pages/about', { values: { ...values, tagline }, version })
  return (await olive.get('/api/pages/about/check')).body.changes[0].parts
}

test('an edited text is compared word by word, and a rewritten one as a whole', async () => {
  const { tagline } = (await olive.get('/api/pages/about')).body.values
  expect(await partsOf(`${tagline} Daily.`)).toEqual([
    { kind: 'same', text: tagline },
    { kind: 'added', text: ' Daily.' },
  ])
  const rewritten = 'Since spring life is roasted next door'
  expect(await partsOf(rewritten)).toEqual([
    { kind: 'removed', text: tagline },
    { kind: 'added', text: rewritten },
  ])
})
