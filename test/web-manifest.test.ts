/** The web app manifest is a file, so its texts are not those of the code. `test/browser/seo.spec.ts` tests its icons. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '#shared/kernel/brand.ts'

const FILE = join(import.meta.dirname, '../public/site.webmanifest')

test('public/site.webmanifest has the names and the description of the shop', () => {
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toMatchObject({
    name: brand.roasters,
    short_name: brand.name,
    description: brand.defaultDescription,
    id: '/',
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    background_color: '#f4efe6',
    // The installed app shows a Back button, which a shop needs.
    display: 'minimal-ui',
  })
})
