/** Unsaved input on an artist or the menu is not lost. Only admins can open these screens. */
import { expect, type Page } from '@playwright/test'
import { expectAt, signInAsOwner, answerDialogs } from './steps.ts'
import { test } from './visitor.ts'

type Menu = { pages: { file: string; title: string; lines: string[] }[] }

const LEAVE = 'You have unsaved changes. Leave without saving them?'

async function newArtist(page: Page): Promise<{ _id: string; name: string }> {
  return (await page.request.post('/api/artshow')).json()
}

/** Saves an artist by the API, as another admin would. */
async function save(page: Page, id: string, edit: object): Promise<void> {
  const saved = await page.request.put(`/api/artshow/${id}`, { data: { name: 'Berenice Abbott', ...edit } })
  expect(saved.status(), await saved.text()).toBe(200)
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test.describe('an artist', () => {
  let artist: { _id: string; name: string }
  test.beforeEach(async ({ page }) => {
    await signInAsOwner(page)
    artist = await newArtist(page)
    await page.goto(`/admin/artshow/${artist._id}/edit`)
    await expect(field(page, 'Name')).toHaveValue(artist.name)
  })
  test.afterEach(async ({ page }) => {
    await page.request.delete(`/api/artshow/${artist._id}`)
  })

  test('if another admin has saved first, a form shows the saved values, and can then be saved', async ({
    page,
  }) => {
    await field(page, 'Title').fill('Mine')
    await field(page, 'Script').fill('Mine alone')
    const { script } = await (await page.request.get(`/api/artshow/${artist._id}`)).json()
    await save(page, artist._id, { title: 'Theirs', quote: 'Theirs too', script })
    await page.getByRole('button', { name: 'Update' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Another admin has saved this artist' })
    await expect(alert).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue('Mine')
    await alert.getByRole('button', { name: 'Load the saved version' }).click()
    await expect(field(page, 'Title')).toHaveValue('Theirs')
    await expect(field(page, 'Quote')).toHaveValue('Theirs too')
    await expect(field(page, 'Script')).toHaveValue('Mine alone')
    await expect(page.getByRole('status').filter({ hasText: 'This text of yours' })).toContainText('Mine')
    await expect(alert).toHaveCount(0)
    await field(page, 'Title').fill('Both')
    await page.getByRole('button', { name: 'Update' }).click()
    await expectAt(page, '/admin/artshowlist')
    const saved = await (await page.request.get(`/api/artshow/${artist._id}`)).json()
    expect(saved).toMatchObject({ title: 'Both', quote: 'Theirs too' })
  })

  test('leaving an artist with unsaved changes asks first', async ({ page }) => {
    const answers = answerDialogs(page, false)
    await field(page, 'Script').fill('Half a sen')
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect.poll(() => answers.asked).toEqual([LEAVE])
    await expect(field(page, 'Script')).toHaveValue('Half a sen')
    await page.getByRole('button', { name: 'Update' }).click()
    await expectAt(page, '/admin/artshowlist')
    expect(answers.asked, 'nothing is asked after a save').toEqual([LEAVE])
    await page.locator(`a[href="/admin/artshow/${artist._id}/edit"]`).first().click()
    await field(page, 'Script').fill('')
    answers.yes = true
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expectAt(page, '/admin/artshowlist')
    expect(answers.asked).toEqual([LEAVE, LEAVE])
  })

  test('after a reload unsaved input is offered again and merged with what others saved', async ({
    page,
  }) => {
    answerDialogs(page)
    await field(page, 'Title').fill('Half a title')
    const { script } = await (await page.request.get(`/api/artshow/${artist._id}`)).json()
    await save(page, artist._id, { title: 'Sample Title', quote: 'Theirs', script })
    await page.reload()
    await expect(field(page, 'Quote')).toHaveValue('Theirs')
    await page.getByRole('button', { name: 'Restore them' }).click()
    await expect(field(page, 'Title')).toHaveValue('Half a title')
    await expect(field(page, 'Quote')).toHaveValue('Theirs')
    await page.getByRole('button', { name: 'Update' }).click()
    await expectAt(page, '/admin/artshowlist')
    const saved = await (await page.request.get(`/api/artshow/${artist._id}`)).json()
    expect(saved).toMatchObject({ title: 'Half a title', quote: 'Theirs' })
  })

  test('if the call to feature an artist fails, it is only logged, and the box stays unchecked', async ({
    page,
  }) => {
    const logged: string[] = []
    page.on('console', (line) => logged.push(line.text()))
    await page.route('**/api/artshow', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { message: 'The list is not available' } })
        : route.continue(),
    )
    const box = page.getByLabel('Is Featured')
    await box.click()
    await expect.poll(() => logged.join()).toContain('Featuring failed')
    await expect(box).toBeEnabled()
    await expect(box).not.toBeChecked()
    await expect(page.getByText('The list is not available')).toHaveCount(0)
  })

  test('unchecking Is Featured sends nothing; Update saves it', async ({ page }) => {
    const featured = await (await page.request.get('/api/artshow/featured')).json()
    const ticked = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByLabel('Is Featured').click()
    expect((await ticked).postDataJSON()).toEqual({ artshowId: artist._id })
    await expect(page.getByLabel('Notices').getByText(/featured/i)).toBeVisible()
    const changes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(new URL(request.url()).pathname)
    })
    await page.getByLabel('Is Featured').uncheck()
    await expect(page.getByLabel('Is Featured')).not.toBeChecked()
    await page.getByRole('button', { name: 'Update' }).click()
    await expectAt(page, '/admin/artshowlist')
    expect(changes).toEqual([`/api/artshow/${artist._id}`])
    expect((await (await page.request.get(`/api/artshow/${artist._id}`)).json()).isFeat).toBe(false)
    await page.request.put('/api/artshow', { data: { artshowId: featured._id } })
  })
})

test('a spinner is shown while the artists load, and while one is created or deleted', async ({ page }) => {
  await signInAsOwner(page)
  const { asked } = answerDialogs(page)
  const spinner = page.getByRole('status').filter({ hasText: 'Please wait' })
  /** Delays the response until the spinner was visible. */
  const seenDuring = async (method: string, work: () => Promise<unknown>) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/\/api\/artshow(\/\w+)?$/, async (route) => {
      if (route.request().method() === method) await held
      await route.continue()
    })
    await work()
    await expect(spinner).toBeVisible()
    letGo()
    await expect(spinner).toHaveCount(0)
    await page.unroute(/\/api\/artshow(\/\w+)?$/)
  }
  await seenDuring('GET', () => page.goto('/admin/artshowlist'))
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const before = await rows.count()
  await seenDuring('POST', () => page.getByRole('button', { name: 'Create Artist' }).click())
  await expect(rows).toHaveCount(before + 1)
  const remove = page.getByRole('button', { name: 'Delete Sample Name' }).first()
  await seenDuring('DELETE', () => remove.click())
  await expect(rows).toHaveCount(before)
  expect(asked).toEqual(['are you sure you want to create a new Artist?', 'Are you sure?'])
})

test.describe('the menu', () => {
  let menu: Menu
  test.beforeEach(async ({ page }) => {
    await signInAsOwner(page)
    menu = await (await page.request.get('/api/upload')).json()
    await page.goto('/admin/menuedit')
    await expect(field(page, 'Title of page 1')).toHaveValue(menu.pages[0]!.title)
  })
  test.afterEach(async ({ page }) => saveMenu(page, menu))

  test('if another admin has saved first, the menu editor shows the saved menu', async ({ page }) => {
    await field(page, 'Title of page 1').fill('Mine')
    await page.getByLabel('Text of page 2').fill('Mine alone')
    await saveMenu(page, { pages: menu.pages.map((each) => ({ ...each, title: 'Theirs' })) })
    await page.getByRole('button', { name: 'Save order and texts' }).click()
    await page.getByRole('button', { name: 'Load the saved version' }).click()
    await expect(field(page, 'Title of page 1')).toHaveValue('Theirs')
    await expect(page.getByRole('status').filter({ hasText: 'This text of yours' })).toContainText('Mine')
    await expect(page.getByLabel('Text of page 2')).toHaveValue('Mine alone')
  })

  test('after a reload unsaved input is offered again, until it is discarded', async ({ page }) => {
    answerDialogs(page)
    const title = field(page, 'Title of page 1')
    await title.fill('Half a ti')
    await page.reload()
    await expect(title).toHaveValue(menu.pages[0]!.title)
    await page.getByRole('button', { name: 'Restore them' }).click()
    await expect(title).toHaveValue('Half a ti')
    await page.reload()
    await page.getByRole('button', { name: 'Discard them' }).click()
    await page.reload()
    await expect(title).toHaveValue(menu.pages[0]!.title)
    await expect(page.getByText('You have unsaved changes from')).toHaveCount(0)
  })

  test('leaving the menu with unsaved changes or files that are not uploaded asks first', async ({
    page,
  }) => {
    const answers = answerDialogs(page, false)
    const away = page.getByRole('link', { name: 'View on the site' })
    await field(page, 'Title of page 1').fill('Half a ti')
    await away.click()
    await expect.poll(() => answers.asked).toEqual([LEAVE])
    await field(page, 'Title of page 1').fill(menu.pages[0]!.title)
    const file = { name: 'page 1.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not sent') }
    await page.getByLabel('Choose the menu’s pages').setInputFiles([file])
    await expect(page.getByText('page 1.jpg')).toBeVisible()
    await away.click()
    await expect.poll(() => answers.asked).toEqual([LEAVE, LEAVE])
    answers.yes = true
    await away.click()
    await expectAt(page, '/menu')
  })
})

async function saveMenu(page: Page, { pages }: Menu): Promise<void> {
  const body = { pages: pages.map(({ file, title, lines }) => ({ file, title, lines })) }
  expect((await page.request.put('/api/upload/menu', { data: body })).status()).toBe(200)
}
