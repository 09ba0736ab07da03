import { expect, test, type APIRequestContext } from '@playwright/test'
import { htmlOf, plainText, textsOf } from './html.ts'

/** The text of a page's main part. */
async function textOf(request: APIRequestContext, path: string): Promise<string> {
  return plainText(await htmlOf(request, path, 'main'))
}

test('the shipping policy: 1 working business day, USPS ground, 3-5 days, no Alaska, Hawaii or territories', async ({
  request,
}) => {
  const words = await textOf(request, '/shippingpolicy')
  for (const said of [
    'processed and shipped within 1 working business day',
    'USPS ground',
    'arrives in 3-5 days',
    'do not ship to: Alaska and Hawaii',
    'non-US territories',
  ])
    expect(words).toContain(said)
})

test('the refund policy: ALL SALES ARE FINAL, exchanges, non-returnable items, and how to return', async ({
  request,
}) => {
  const words = await textOf(request, '/refundpolicy')
  for (const said of [
    'ALL SALES ARE FINAL',
    'in the same condition in which you received them',
    'unworn or unused',
    'with their tags',
    'in their original packaging',
    'proof of purchase',
    'write to us at once if an item is defective or damaged, or is not what you ordered',
    'perishable goods',
    'custom goods',
    'personal care goods',
    'hazardous materials',
    'sale items',
    'gift cards',
    'a return plus a new purchase',
  ])
    expect(words).toContain(said)
})

test('the privacy policy: data, cookies, analytics, platform, opt-outs, Europe, retention, and a contact address', async ({
  request,
}) => {
  const main = await htmlOf(request, '/privacypolicy', 'main')
  const titles = textsOf(main, 'h2').map((title) => title.replace(/^\d+\.\s*/, '').toLowerCase())
  for (const title of [
    'what we collect',
    'cookies and what your browser keeps',
    'analytics and advertising',
    'the store platform',
    'your choices and opting out',
    'your rights in europe',
    'how long we keep it',
    'how to reach us',
  ])
    expect(titles).toContain(title)
  expect(main).toMatch(/<section [^>]*id="contact"((?!<\/section>).)*<a [^>]*href="mailto:/s)
})

test('the privacy policy is correct: its cookie, its storage, and no request to third parties', async ({
  page,
}) => {
  const strangers = new Set<string>()
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !origin.startsWith('http://localhost')) strangers.add(origin)
  })
  for (const path of ['/', '/music', '/shop', '/artshow']) await page.goto(path, { waitUntil: 'networkidle' })
  expect([...strangers]).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('the terms of service: 20 sections, under US law', async ({ request }) => {
  const main = await htmlOf(request, '/termsofservice', 'main')
  expect(main.match(/<section [^>]*><h2/g)).toHaveLength(20)
  const sections = textsOf(main, 'section')
  expect(sections[19]).toMatch(/^20\./)
  const law = sections.filter((text) => /governing law/i.test(text))
  expect(law.at(-1)).toMatch(/United States/)
})
