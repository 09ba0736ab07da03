/** Brew guides: the recipe for another dose, the timer, the links to them, and the form of the owner. */
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { callApi, coffeeOfOwn } from './by-api.ts'
import { asOwner } from './owner.ts'
import { deleteCreated, uniqueName } from './products.ts'
import { expectAt, signInAsOwner, waitForHydration } from './steps.ts'

test.afterAll(deleteCreated)

const steps = (page: Page) => page.getByRole('region', { name: 'Step by step' }).getByRole('listitem')
const amount = (page: Page, term: string) =>
  page.locator('dl').first().locator('div').filter({ hasText: term }).locator('dd')
const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth')

test('without JavaScript and at 320 px, a guide has all its steps, and a form changes the dose', async ({
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  })
  const page = await context.newPage()
  await page.goto('/brew')
  expect(await widthOf(page)).toBe(320)
  await page.getByRole('main').getByRole('link', { name: 'V60' }).click()
  await expect(steps(page)).toHaveCount(6)
  await expect(steps(page).first()).toContainText(/0:00\s*Pour to 60 g/)
  await expect(amount(page, 'Temperature')).toHaveText(/^205 °F\s*96 °C$/)
  await expect(page.getByText('Sour or thin?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start' })).toBeHidden()
  await expect(page.getByRole('button', { name: '1 g more' })).toBeHidden()
  expect(await widthOf(page)).toBe(320)
  await page.getByLabel('Grams of coffee').fill('30')
  await page.getByRole('button', { name: 'Change' }).click()
  expect(new URL(page.url()).search).toBe('?dose=30')
  await expect(amount(page, 'Water')).toHaveText('500 g')
  await expect(steps(page).first()).toContainText('Pour to 120 g')
  await page.goto('/brew/moka-pot')
  await page.getByRole('radio', { name: '6 cups' }).check({ force: true })
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(amount(page, 'Water')).toHaveText('300 g')
  await context.close()
})

test('the dose changes with buttons, by typing and with the keyboard, within the limits of the brewer', async ({
  page,
}) => {
  await page.goto('/brew/v60?dose=20')
  await waitForHydration(page)
  const dose = page.getByLabel('Grams of coffee')
  await expect(dose).toHaveValue('20')
  await expect(amount(page, 'Water')).toHaveText('335 g')
  await page.getByRole('button', { name: '1 g more' }).press('Enter')
  await expect(amount(page, 'Coffee')).toHaveText('21 g')
  expect(new URL(page.url()).search).toBe('?dose=21')
  await dose.fill('36')
  await expect(amount(page, 'Water')).toHaveText('600 g')
  await expect(page.getByRole('button', { name: '1 g more' })).toHaveAttribute('aria-disabled', 'true')
  await dose.fill('500')
  await dose.press('Tab')
  await expect(dose).toHaveValue('36')
  await dose.fill('15')
  await expect(page).toHaveURL(/\/brew\/v60$/)
  await dose.press('ArrowUp')
  await expect(amount(page, 'Coffee')).toHaveText('16 g')
  await page.goto('/brew/espresso')
  await waitForHydration(page)
  await page.getByRole('radio', { name: '18 g basket' }).press('ArrowRight')
  await expect(amount(page, 'In the cup')).toHaveText('40 g')
  await expect(steps(page).first()).toContainText('Run to 40 g')
})

test('the timer counts from the clock, announces the steps, keeps the screen on, and survives a reload', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const asked = { times: 0, released: 0 }
    Object.assign(globalThis, { asked })
    const request = async () => {
      asked.times++
      return { release: async () => void asked.released++ }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  await page.clock.install()
  await page.goto('/brew/v60')
  await waitForHydration(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const time = page.getByRole('timer')
  const said = page.locator('output').first()
  const main = page.getByRole('button', { name: /^(Start|Pause|Continue|Start over)$/ }).first()
  const locks = () => page.evaluate<{ times: number; released: number }>('asked')
  await expect(page.getByLabel('Sound at each step')).not.toBeChecked()
  await expect(time).toHaveText('0:00')
  await main.press('Enter')
  await expect(main).toHaveText('Pause')
  await expect(main).toBeFocused()
  await expect(said).toHaveText(/^Pour to 60 g\. Rinse the filter first\./)
  expect(await locks()).toEqual({ times: 1, released: 0 })
  // A hidden page whose timers were stopped shows the right time when it returns, and asks for the screen again.
  await page.clock.fastForward(50_000)
  await expect(time).toHaveText('0:50')
  await expect(said).toHaveText(/^Pour to 155 g/)
  await expect(steps(page).nth(2)).toHaveAttribute('aria-current', 'step')
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  expect((await locks()).times).toBe(2)
  await main.press('Enter')
  await expect(main).toHaveText('Continue')
  await page.clock.fastForward(30_000)
  await expect(time).toHaveText('0:50')
  await page.clock.resume()
  await page.reload()
  await waitForHydration(page)
  await expect(time).toHaveText('0:50')
  await main.press('Enter')
  await page.clock.fastForward(120_000)
  await expect(time).toHaveText('2:45')
  await expect(said).toHaveText(/^Done/)
  expect((await locks()).released).toBeGreaterThan(0)
  await main.press('Enter')
  await expect(time).toHaveText('0:00')
  await expect(main).toHaveText('Start')
})

test('a coffee leads to its guide with its own dose, and says when it tastes best as filter and espresso', async ({
  page,
}) => {
  const own = { brewMethod: 'Pour over', brewDose: 20, brewWater: 320, brewSeconds: 210 }
  const bean = await coffeeOfOwn('Brew Bean', { ...own, roastingLevel: 2, bestFilter: '8-30' })
  await page.goto(`/product/${bean._id}`)
  const facts = page.getByRole('main')
  const { dates } = (await (await page.request.get('/api/delivery')).json()).coffee
  const day = (after: number) =>
    new Date(Date.parse(`${dates.roastsOn}T12:00:00Z`) + after * 86_400_000).toLocaleDateString('en-US', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
  const text = (await facts.innerText()).replaceAll('\u00a0', ' ')
  expect(text).toContain(`Filter ${day(8)} – ${day(30)}`)
  expect(text).toContain(`Espresso ${day(14)} – ${day(42)}`)
  await page.getByRole('link', { name: 'V60 guide, with a timer' }).click()
  await expectAt(page, '/brew/v60')
  await expect(amount(page, 'Coffee')).toHaveText('20 g')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible()
  await expectAccessible(page, 'a brew guide')
  await page.getByRole('link', { name: 'All brew guides' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brew guides')
  await expectAccessible(page, 'the brew guides')
})

test('the owner edits the steps of a guide: the form names amounts that do not add up, and visitors see the saved guide', async ({
  page,
}) => {
  const name = uniqueName('Siphon')
  const { _id: id, slug } = await asOwner(async (owner) => {
    const guide = await (await owner.get('/api/brew-guides/at/chemex')).json()
    const added = await owner.post('/api/brew-guides', { data: { ...guide, name, fits: [], place: 99 } })
    return added.json()
  })
  await signInAsOwner(page)
  await page.goto('/admin/brew-guides')
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  const last = page.getByRole('group', { name: 'Step 4' })
  await last.getByLabel('Sentence').fill('Pour slowly.')
  await last.getByLabel('Scale shows, g').fill('650')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('The last pour must reach 700 g, like the recipe').first()).toBeVisible()
  await last.getByLabel('Scale shows, g').fill('700')
  await page.getByLabel('Ratio').fill('15')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('42 g of coffee and 700 g of water are a ratio of 16.7').first()).toBeVisible()
  await page.getByLabel('Ratio').fill('16.7')
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('button', { name: 'Remove step 6' }).click()
  await expectAccessible(page, 'the form of a brew guide')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectAt(page, '/admin/brew-guides')
  await page.goto(`/brew/${slug}`)
  await expect(steps(page).nth(3)).toContainText(/Pour to 700 g\s*Pour slowly\./)
  await asOwner((owner) => callApi(owner, 'DELETE', `/api/brew-guides/${id}`))
  expect((await page.request.get(`/brew/${slug}`)).status()).toBe(404)
})
