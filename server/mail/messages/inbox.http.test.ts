// Slow, not in `npm run check`: files and lists with hundreds or thousands of rows.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sendInquiry, sendContactMessage } from '#test/messages.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let olive: SignedInVisitor
let otto: SignedInVisitor
beforeEach(async () => {
  if (shop) await shop.close()
  shop = await openShop()
  olive = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  otto = await signedIn(shop, { name: 'Otto Owner', isAdmin: true })
})
afterAll(() => shop.close())

const names = async (query: string) => {
  const { body } = await olive.get(`/api/messages${query}`)
  return body.messages.map(({ name }: { name: string }) => name)
}
const recorded = async () => (await olive.get('/api/record?subject=message')).body.lines

describe('a message’s status', () => {
  test('starts as new, can be changed with one call, and is recorded in the change log', async () => {
    const id = await sendContactMessage(shop)
    expect((await olive.get('/api/messages')).body).toMatchObject({
      unanswered: 1,
      sandbox: true,
      messages: [{ _id: id, status: 'new', note: '' }],
    })
    const answer = await olive.put(`/api/messages/${id}/status`, { status: 'answered', was: 'new' })
    expect([answer.status, answer.body.status]).toEqual([200, 'answered'])
    expect((await olive.get('/api/messages')).body.unanswered).toBe(0)
    expect(await recorded()).toEqual([
      expect.objectContaining({
        by: 'Olive Owner',
        subjectId: id,
        subjectName: 'Ann Visitor',
        action: 'Marked answered',
        changes: [{ field: 'Status', before: 'new', after: 'answered' }],
      }),
    ])
  })

  test('is not changed by an admin who saw an older status, and the refusal has the current status', async () => {
    const id = await sendContactMessage(shop)
    await olive.put(`/api/messages/${id}/status`, { status: 'closed', was: 'new' })
    const late = await otto.put(`/api/messages/${id}/status`, { status: 'answered', was: 'new' })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({
      message: 'Another admin has already changed this message: it is closed now',
      letter: { _id: id, status: 'closed' },
    })
    expect(await recorded()).toHaveLength(1)
  })

  test('two concurrent changes to the same status write one line; of two changes to different statuses, one is refused', async () => {
    const id = await sendContactMessage(shop)
    const both = await Promise.all(
      [olive, otto].map((each) => each.put(`/api/messages/${id}/status`, { status: 'answered', was: 'new' })),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await recorded()).toHaveLength(1)
    const apart = await Promise.all([
      olive.put(`/api/messages/${id}/status`, { status: 'closed', was: 'answered' }),
      otto.put(`/api/messages/${id}/status`, { status: 'new', was: 'answered' }),
    ])
    expect(apart.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(await recorded()).toHaveLength(2)
  })

  test('setting the current status changes nothing', async () => {
    const id = await sendContactMessage(shop)
    const changed = await changedBy(shop.db, () =>
      olive.put(`/api/messages/${id}/status`, { status: 'new', was: 'new' }),
    )
    expect(changed).toEqual([])
  })

  test('an unknown status is refused, and so is an unknown message', async () => {
    const id = await sendContactMessage(shop)
    const changed = await changedBy(shop.db, async () => {
      for (const status of ['spam', '', null, 7])
        expect((await olive.put(`/api/messages/${id}/status`, { status, was: 'new' })).status).toBe(400)
      expect((await olive.put(`/api/messages/${id}/status`, { status: 'closed' })).status).toBe(400)
      const missing = await olive.put('/api/messages/nobody/status', { status: 'closed', was: 'new' })
      expect([missing.status, missing.body.message]).toEqual([404, 'Message not found'])
    })
    expect(changed).toEqual([])
  })
})

describe('the private note', () => {
  test('is stored, can be emptied, and its changes are recorded', async () => {
    const id = await sendContactMessage(shop)
    const first = await olive.put(`/api/messages/${id}/note`, { note: ' Called back.\nNo answer. ', was: '' })
    expect(first.body.note).toBe('Called back.\nNo answer.')
    const second = await otto.put(`/api/messages/${id}/note`, { note: '', was: first.body.note })
    expect([second.status, second.body.note]).toEqual([200, ''])
    expect((await recorded()).map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['Noted', 'Otto Owner'],
      ['Noted', 'Olive Owner'],
    ])
  })

  test('does not overwrite a change by another admin', async () => {
    const id = await sendContactMessage(shop)
    const both = await Promise.all(
      [olive, otto].map((each, index) =>
        each.put(`/api/messages/${id}/note`, { note: `Note ${index}`, was: '' }),
      ),
    )
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const saved = both.find(({ status }) => status === 200)!.body.note
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
      message: 'Another admin has changed the note',
      letter: { note: saved },
    })
    expect(await recorded()).toHaveLength(1)
  })

  test('is refused if it is too long or not a text', async () => {
    const id = await sendContactMessage(shop)
    for (const note of ['x'.repeat(2001), null, 'a\u0000b', 5])
      expect((await olive.put(`/api/messages/${id}/note`, { note, was: '' })).status).toBe(400)
    expect((await olive.put('/api/messages/nobody/note', { note: 'x', was: '' })).status).toBe(404)
  })

  test('is never sent to anyone who is not an admin', async () => {
    const id = await sendContactMessage(shop)
    const customer = await signedIn(shop)
    for (const path of ['/api/messages', '/api/messages/export']) {
      expect((await shop.visitor().get(path)).status).toBe(401)
      expect((await customer.get(path)).status).toBe(403)
    }
    expect((await customer.put(`/api/messages/${id}/note`, { note: 'x', was: '' })).status).toBe(403)
  })
})

describe('the list', () => {
  test('can be filtered by status and kind, and the count of unanswered messages covers all', async () => {
    await sendInquiry(shop, { businessName: 'Corner Café' })
    const id = await sendContactMessage(shop, { name: 'Answered Ann' })
    await sendContactMessage(shop, { name: 'New Ned' })
    await olive.put(`/api/messages/${id}/status`, { status: 'answered', was: 'new' })
    expect(await names('?status=new')).toEqual(['New Ned', 'Corner Café'])
    expect(await names('?status=answered')).toEqual(['Answered Ann'])
    expect(await names('?status=closed')).toEqual([])
    expect(await names('?kind=wholesale')).toEqual(['Corner Café'])
    expect(await names('?kind=contact&status=new')).toEqual(['New Ned'])
    expect(await names(`?id=${id}`)).toEqual(['Answered Ann'])
    expect((await olive.get('/api/messages?status=closed')).body).toMatchObject({ unanswered: 2, pages: 0 })
  })

  test('can be searched by name, email and text, for all words, ignoring case and accents', async () => {
    await sendContactMessage(shop, {
      name: 'Élise Dupont',
      email: 'elise@atelier.example',
      message: 'A scarf, 100% wool',
    })
    await sendContactMessage(shop, { name: 'Ben', email: 'ben@example.com', message: 'Opening hours?' })
    for (const keyword of ['elise', 'ÉLISE', 'atelier', 'SCARF', 'wool dupont', '100%'])
      expect(await names(`?keyword=${encodeURIComponent(keyword)}`), keyword).toEqual(['Élise Dupont'])
    for (const keyword of ['scarf hours', '%', '_', '\\', 'a\u0000'])
      expect(await names(`?keyword=${encodeURIComponent(keyword)}`), keyword).toEqual(
        keyword === '%' ? ['Élise Dupont'] : keyword === 'a\u0000' ? ['Ben', 'Élise Dupont'] : [],
      )
  })

  test('refuses an unknown status or kind', async () => {
    for (const query of ['?status=spam', '?kind=letter', '?page=2', `?keyword=${'x'.repeat(101)}`])
      expect((await olive.get(`/api/messages${query}`)).status, query).toBe(400)
  })
})

describe('the export', () => {
  test('contains every matching message, and no text that a spreadsheet would run', async () => {
    await sendContactMessage(shop, { name: '=HYPERLINK("https://evil.example")', message: '+1,\n"two"' })
    await sendContactMessage(shop, { name: '@SUM(A1)', message: '-5' })
    const id = await sendInquiry(shop, { social: '@corner' })
    await olive.put(`/api/messages/${id}/note`, { note: '=1+1', was: '' })
    const answer = await olive.get('/api/messages/export')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="messages.csv"')
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toBe(
      '\ufeffDate,Kind,Status,Name,Email,Phone,Type of business,Pounds a month,Website/ Socials,Message,Note,Answers',
    )
    expect(lines).toHaveLength(5)
    expect(answer.text).toContain(',"\'=HYPERLINK(""https://evil.example"")",')
    expect(answer.text).toContain(',"\'+1,\n""two""",')
    expect(answer.text).toContain(",'@SUM(A1),")
    expect(answer.text).toContain(",'-5,")
    expect(lines[1]).toMatch(/,12\.5,'@corner,/)
    expect(lines[1]).toMatch(/,'=1\+1,$/)
    expect(await recorded()).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'Exported', by: 'Olive Owner' })]),
    )
  })

  test('can be filtered like the list, and reads more rows than one batch', async () => {
    for (let index = 0; index < 450; index++) await sendContactMessage(shop, { name: `Visitor ${index}` })
    await sendInquiry(shop)
    const all = (await olive.get('/api/messages/export?kind=contact')).text
    const found = [...all.matchAll(/,Visitor (\d+),/g)].map(([, number]) => Number(number))
    expect(found).toEqual(Array.from({ length: 450 }, (_, index) => 449 - index))
    const one = (await olive.get('/api/messages/export?keyword=corner&status=new')).text
    expect(one.trimEnd().split('\r\n')).toHaveLength(2)
    expect((await olive.get('/api/messages/export?status=spam')).status).toBe(400)
  })
})
