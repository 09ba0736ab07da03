import { expect, type APIRequestContext } from '@playwright/test'
import { formatDate } from '#shared/kernel/dates.ts'
import { callApi } from './by-api.ts'
import { htmlOf, textsOf } from './html.ts'
import { WITH_MOTION } from './motion.ts'
import { asOwner } from './owner.ts'
import { test } from './visitor.ts'

test.use(WITH_MOTION)

test('a page without a title of its own has the title Welcome to Frame Roasters', async ({ request }) => {
  const head = await htmlOf(request, '/', 'head')
  expect(textsOf(head, 'title')).toEqual(['Welcome to Frame Roasters'])
  expect(head).toContain('<meta name="description" content="We sell specialty coffee beans and beverages"')
})

test('home: FRAME is shown in five phrase rows, with one letter highlighted in each', async ({ page }) => {
  await page.goto('/')
  const rows = page.getByRole('region', { name: /Frame Roasters/ }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  expect(await rows.locator('[data-picked]').allInnerTexts()).toEqual([
    expect.stringMatching(/^F\s+Fruit first/),
    expect.stringMatching(/^R\s+Roasted/),
    expect.stringMatching(/^A\s+Art/),
    expect.stringMatching(/^M\s+Mornings/),
    expect.stringMatching(/^E\s+Everyone/),
  ])
})

test('home: the rows slide when the page scrolls', async ({ page }) => {
  await page.goto('/')
  const leftOf = () =>
    page
      .locator('[data-picked]')
      .first()
      .evaluate((it: any) => it.getBoundingClientRect().x as number)
  const before = await leftOf()
  await page.mouse.wheel(0, 500)
  await expect.poll(leftOf).not.toBe(before)
})

test('home: without scroll-driven animations the rows move at most every 100 ms', async ({ page }) => {
  await page.addInitScript(() => {
    const { CSS } = globalThis as any
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (...args: string[]) => !args[0]?.includes('animation-timeline') && supports(...args)
  })
  await page.goto('/')
  await page.getByRole('banner').getByRole('link').first().focus()
  const times = await page.evaluate<number[]>(`new Promise((resolve) => {
    const banner = document.querySelector('section[aria-labelledby=shop-name]')
    const times = []
    new MutationObserver(() => times.push(performance.now())).observe(banner, { attributeFilter: ['style'] })
    let y = 0
    const timer = setInterval(() => {
      scrollTo(0, (y += 4))
      if (times.length < 4) return
      clearInterval(timer)
      resolve(times)
    }, 10)
  })`)
  for (const [index, time] of times.entries())
    if (index > 0) expect(time - times[index - 1]!).toBeGreaterThan(95)
})

test('home: without an address of the app, there is no banner of the app', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('main').getByText('our app')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pause the moving text' })).toHaveCount(0)
})

test('with an address of the app, the header has APP, and the banner of the home page leads to it, scrolls by in 25 seconds, and can be paused', async ({
  page,
}) => {
  const app = 'https://apps.example/frame'
  await asOwner(async (owner) => {
    await saveAppLink(owner, app)
    try {
      await expect(async () => {
        await page.goto('/')
        await expect(
          page.getByRole('banner').getByRole('link', { name: 'APP', exact: true }),
        ).toHaveAttribute('href', app)
      }).toPass()
      const link = page.getByRole('main').getByRole('link', { name: 'Download our app' })
      await expect(link).toHaveAttribute('href', app)
      await expect(link).toContainText('Download our app — Frame Coffee Roasters')
      const track = link.locator('span[aria-hidden]').first()
      await expect(track).toHaveCSS('animation-duration', '25s')
      await expect(track).toHaveCSS('animation-play-state', 'running')
      await page.getByRole('button', { name: 'Pause the moving text' }).click()
      await expect(track).toHaveCSS('animation-play-state', 'paused')
      // Hovered, the banner is dark; the focus must be visible on it.
      await link.focus()
      await link.hover()
      const { outline, back } = await link.evaluate((one) => {
        const { outlineColor, backgroundColor } = (globalThis as any).getComputedStyle(one)
        return { outline: outlineColor as string, back: backgroundColor as string }
      })
      expect(outline).not.toBe(back)
    } finally {
      await saveAppLink(owner, '')
    }
  })
})

test('home: How we roast has the days of an order that is placed now', async ({ page }) => {
  const { coffee } = (await (await page.request.get('/api/delivery')).json()) as {
    coffee: { text: string; dates: { roastsOn: string; shipsOn: string } }
  }
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'How we roast' })
  await expect(steps.getByText(coffee.text)).toBeVisible()
  const items = steps.getByRole('listitem')
  await expect(items.nth(0)).toContainText(formatDate(coffee.dates.roastsOn, 'shortWeekday'))
  await expect(items.nth(1)).toContainText(formatDate(coffee.dates.shipsOn, 'shortWeekday'))
})

test('home: Everything here leads to each department and to what else the shop has', async ({ page }) => {
  const departments = (await (await page.request.get('/api/departments')).json()) as {
    name: string
    slug: string
    products: number
  }[]
  await page.goto('/')
  const range = page.getByRole('region', { name: 'Everything here' })
  const links = await range
    .getByRole('link')
    .evaluateAll((all: any[]) => all.map((link) => [link.textContent, link.getAttribute('href')]))
  expect(links).toEqual([
    ...departments
      .filter(({ products }) => products > 0)
      .slice(0, 4)
      .map(({ name, slug }) => [name, `/shop/${slug}`]),
    ['Subscribe', '/subscribe'],
    ['Gift cards', '/gift-cards'],
    ['Events', '/events'],
    ['Find your coffee', '/find-your-coffee'],
    ['Search', '/shop#keyword'],
  ])
})

test('home: CONTACT US requires name, email and message', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Contact us' })
  for (const label of ['Name', 'Email', 'Message'])
    await expect(form.getByLabel(label, { exact: true })).toHaveAttribute('required')
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByText('Tell us your name.')).toBeVisible()
  await expect(form.getByText('Tell us where to reply.')).toBeVisible()
  await expect(form.getByText('Write us a line or two.')).toBeVisible()
  expect(sent).toEqual([])
})

test('home: COME VISIT has a map link to Vienna, VA, pictures of the store, and the hours', async ({
  page,
}) => {
  await page.goto('/')
  const visit = page.getByRole('region', { name: 'Come visit' })
  await expect(visit.getByRole('link', { name: /Vienna, VA/ })).toHaveAttribute('href', /^https:\/\/.*Vienna/)
  await expect(visit.getByRole('img')).toHaveCount(3)
  await expect(visit.getByText('M-F 7-5')).toBeVisible()
  await expect(visit.getByText('S-S 8-5')).toBeVisible()
})

test('about: ABOUT US, ‘Life happens, coffee helps.’, and three rows of picture and text', async ({
  page,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'About us', level: 1 })).toHaveCSS(
    'text-transform',
    'uppercase',
  )
  await expect(page.getByRole('main').getByText('Life happens, coffee helps.', { exact: true })).toBeVisible()
  const rows = page.getByRole('main').locator('section')
  await expect(rows).toHaveCount(3)
  for (const row of await rows.all()) {
    await expect(row.getByRole('img')).toHaveCount(1)
    expect((await row.innerText()).length).toBeGreaterThan(200)
  }
})

async function saveAppLink(owner: APIRequestContext, appLink: string): Promise<void> {
  const now = (await callApi(owner, 'GET', '/api/settings/business')) as object
  await callApi(owner, 'PUT', '/api/settings/business', { ...now, appLink })
}
