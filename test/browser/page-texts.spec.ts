/** Texts on pages must match the goods and hours that they describe. */
import { expect, test } from '@playwright/test'
import { brand } from '#shared/kernel/brand.ts'
import { htmlOf, plainText, textsOf } from './html.ts'

test('the heading of the shop names all kinds of goods, and kettles are not called beans', async ({
  request,
}) => {
  for (const path of ['/shop', '/search/kettle', '/page/2']) {
    expect(textsOf(await htmlOf(request, path, 'body'), 'h1')).toEqual(['Shop'])
    expect(textsOf(await htmlOf(request, path, 'head'), 'title').join()).not.toMatch(/beans|^$/i)
  }
})

test('no phrase of the home page promises hours that differ from the opening hours', async ({ request }) => {
  const text = plainText(await htmlOf(request, '/', 'main'))
  const opens = new Set(Object.values(brand.hours).map(([each]) => each.from))
  expect(opens.size).toBeGreaterThan(1)
  expect(text).not.toMatch(/from (six|seven|eight|nine|\d)/i)
  expect(text).toContain('Mornings, every day.')
})
