import { expect, test, type Page } from '@playwright/test'

/** The page’s text, with normal spaces. */
async function wordsOf(page: Page, path: string): Promise<string> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
}

test('the shipping policy: 1 working business day, USPS ground, 3-5 days, no Alaska, Hawaii or territories', async ({
  page,
}) => {
  const words = await wordsOf(page, '/shippingpolicy')
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
  page,
}) => {
  const words = await wordsOf(page, '/refundpolicy')
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
  page,
}) => {
  await page.goto('/privacypolicy')
  const titles = (await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).map(
    (title) => title.replace(/^\d+\.\s*/, '').toLowerCase(),
  )
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
  await expect(page.locator('section#contact a[href^="mailto:"]')).toBeVisible()
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

test('the terms of service: 20 sections, under US law', async ({ page }) => {
  await page.goto('/termsofservice')
  const sections = page.getByRole('main').locator('section > h2')
  await expect(sections).toHaveCount(20)
  await expect(sections.nth(19)).toContainText('20.')
  const law = page
    .getByRole('main')
    .locator('section', { hasText: /governing law/i })
    .last()
  await expect(law).toContainText(/United States/)
})
