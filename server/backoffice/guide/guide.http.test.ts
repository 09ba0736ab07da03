// On SQLite only: the guide is a file, and no row of the database.
import { afterAll, expect, test } from 'vitest'
import { ADMIN_PAGES } from '#shared/platform/admin-pages.ts'
import { ADMIN_TEXTS } from '#shared/platform/admin-texts.ts'
import { PART_IDS } from '#shared/platform/parts.ts'
import { switchPart } from '#test/parts.ts'
import { openShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { guideSections } from './guide.ts'

const shop = await openShop()
afterAll(() => shop.close())

type Section = { id: string; title: string; html: string }

test('the guide has a section per task, with its lists and tables, and no link to a file', async () => {
  const { status, body } = await (await signedIn(shop, { role: 'packer' })).get('/api/desk/guide')
  expect(status).toBe(200)
  const sections = body.sections as Section[]
  expect(sections.length).toBeGreaterThan(30)
  const [first] = sections
  expect(first).toMatchObject({ id: 'running-the-shop', title: 'Running the shop' })
  const html = sections.map((section) => section.html).join('\n')
  for (const part of ['<table>', '<li>', '<em>', '<h3>']) expect(html).toContain(part)
  expect(html).not.toMatch(/href="[^"#]*\.md|^\||\n## /)
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
})

test('a section about a part that is off says so with a link, and is not found; then it is back', async () => {
  const packer = await signedIn(shop, { role: 'packer' })
  const read = async (id: string) => {
    const { sections } = (await packer.get('/api/desk/guide')).body
    return sections.find((section: Section) => section.id === id).html
  }
  const found = async () => {
    const { groups } = (await packer.get('/api/desk/search?text=gift cards')).body
    const guides = groups.find(({ kind }: { kind: string }) => kind === 'guide')?.hits ?? []
    return guides.map(({ title }: { title: string }) => title)
  }
  const before = await read('gift-cards')
  expect(before).not.toContain('part:')
  expect(await found()).toContain('Gift cards')
  await switchPart(shop, 'giftCards', 'off')
  expect(await read('gift-cards')).toBe(
    '<p>This part of the shop is off. An owner can switch it on under <a href="/admin/parts">Parts</a>.</p>',
  )
  expect(await found()).not.toContain('Gift cards')
  expect(await read('discount-codes')).toContain('<p>')
  await switchPart(shop, 'giftCards', 'on')
  expect(await read('gift-cards')).toBe(before)
})

test('a section that only pages of one part name is marked with this part', () => {
  const marks = new Map(guideSections().map(({ id, part }) => [id, part]))
  for (const part of marks.values()) if (part !== null) expect(PART_IDS).toContain(part)
  const naming = ADMIN_PAGES.flatMap(({ to, part = null }) => {
    const { guide = '' } = ADMIN_TEXTS[to] ?? {}
    return marks.has(guide) ? [{ guide, part }] : []
  })
  expect(naming.length).toBeGreaterThan(40)
  for (const { guide, part } of naming) {
    const isOfOne = naming.every((other) => other.guide !== guide || other.part === part)
    if (part !== null && isOfOne) expect([guide, marks.get(guide)]).toEqual([guide, part])
  }
})

test('each page of the desk that names a section of the guide names one that exists', async () => {
  const { body } = await (await signedIn(shop, { role: 'packer' })).get('/api/desk/guide')
  const ids = (body.sections as Section[]).map(({ id }) => id)
  const named = Object.values(ADMIN_TEXTS).flatMap(({ guide }) => guide ?? [])
  expect(named.length).toBeGreaterThan(25)
  for (const id of named) expect(ids).toContain(id)
})

test('only staff read the guide, and its sections are found by the search of the desk', async () => {
  expect((await shop.visitor().get('/api/desk/guide')).status).toBe(401)
  expect((await (await signedIn(shop)).get('/api/desk/guide')).status).toBe(403)
  const packer = await signedIn(shop, { role: 'packer' })
  const { body } = await packer.get('/api/desk/search?text=recall')
  const { hits } = body.groups.find(({ kind }: { kind: string }) => kind === 'guide')
  expect(hits[0]).toEqual({ title: 'Recall', detail: 'Guide', to: '/admin/guide#recall', isExact: false })
})
