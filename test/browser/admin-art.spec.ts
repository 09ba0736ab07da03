/** The menu editor and the artists (test/SPEC.md, "Admin: menu and artists"). */
import { expect, type Page } from '@playwright/test'
import { holdRequests } from './held-requests.ts'
import { htmlOf, plainText, textsOf } from './html.ts'
import { uniqueName, UPLOAD_TIMEOUT } from './products.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

/** The server creates a dozen variants of each picture, which takes long on a slow machine. */

/** The previous menu, which is restored because other tests need it. */
let featured: { _id: string }
let menu: { pages: { file: string; title: string; lines: string[] }[] }

test.beforeEach(async ({ page }) => {
  await signInAsOwner(page)
  featured = await (await page.request.get('/api/artshow/featured')).json()
  menu = await (await page.request.get('/api/upload')).json()
})

test.afterEach(async ({ page, baseURL }) => {
  const headers = { origin: baseURL! }
  const pages = menu.pages.map(({ file, title, lines }) => ({ file, title, lines }))
  const again = [
    await page.request.put('/api/artshow', { headers, data: { artshowId: featured._id } }),
    await page.request.put('/api/upload/menu', { headers, data: { pages } }),
  ]
  expect(again.map((each) => each.status())).toEqual([200, 200])
})

/** Accepts or dismisses the next dialog of the browser, and returns its message. */
function answerNextDialog(page: Page, yes: boolean): Promise<string> {
  return new Promise((told) => {
    page.once('dialog', (dialog) => {
      told(dialog.message())
      void (yes ? dialog.accept() : dialog.dismiss())
    })
  })
}

test('an artist is created, filled in, given pictures, featured and deleted', async ({ page, request }) => {
  test.setTimeout(120_000)
  const name = uniqueName('Berenice Abbott')
  await page.goto('/admin/artshowlist')
  await expect(page.getByRole('heading', { name: 'Artists', level: 1 })).toBeVisible()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const before = await rows.count()
  const refused = answerNextDialog(page, false)
  await page.getByRole('button', { name: 'Create Artist' }).click()
  expect(await refused).toBe('are you sure you want to create a new Artist?')
  await expect(rows).toHaveCount(before)
  const wanted = answerNextDialog(page, true)
  await page.getByRole('button', { name: 'Create Artist' }).click()
  await wanted
  // A toast stays while it is hovered.
  const fillIn = page.getByLabel('Notices').getByRole('link', { name: 'Fill it in' })
  await fillIn.hover()
  await expect(rows).toHaveCount(before + 1)

  await fillIn.click()
  await expect(page.getByRole('heading', { name: /^Edit .+'s Screen$/ })).toBeVisible()
  await expect(page.getByText('Still sample text')).toContainText('Name, Title, Quote, Script')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type(name)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.getByLabel('Title').fill('Changing Light')
  await expect(page.getByText('Still sample text')).toContainText(': Quote, Script')
  await page.getByLabel('Script').fill('Photographs of one street over one year.')
  const names = page.getByLabel('File names').first()
  await names.press('x')
  await expect(names).toHaveValue('')
  const [first, second] = await artworkFiles(page)
  await page.getByLabel('Choose main images').setInputFiles([first!, second!])
  const main = page.getByRole('list', { name: 'Main Images' }).getByRole('listitem')
  await expect(main).toHaveCount(2, UPLOAD_TIMEOUT)
  const file = (await names.inputValue()).split(', ')
  await page.getByRole('button', { name: 'Move Main Image 2 earlier' }).click()
  await expect(names).toHaveValue(`${file[1]}, ${file[0]}`)
  await page.getByRole('button', { name: 'Remove Main Image 2' }).click()
  await expect(main).toHaveCount(1)

  await page.getByLabel('Is Featured').click()
  await expect(page.getByLabel('Notices').getByText(/featured/i)).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Artshow updated')).toBeVisible()
  await expectAt(page, '/admin/artshowlist')
  const row = page.getByRole('row', { name })
  await expect(row.getByRole('img', { name: 'Featured', exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Featured', exact: true })).toHaveCount(1)
  const shown = await htmlOf(request, '/artshow', 'main')
  expect(textsOf(shown, 'p')).toContain('Photographs of one street over one year.')
  // The quote is still a sample, so it is not shown.
  expect(plainText(shown)).not.toContain('Sample')

  await page.getByRole('link', { name: `Edit ${name}` }).click()
  // Until the screen is shown, the last link named Change log is the link of the admin navigation.
  await expect(page.getByRole('heading', { name: /^Edit .+'s Screen$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Change log', exact: true }).last().click()
  await expect(page.getByText(`Only changes of ${name}.`)).toBeVisible()
  await expect(page.getByText('Main images: no pictures → 1 picture')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Featured', exact: true })).toBeVisible()

  await page.goto('/admin/artshowlist')
  const asked = answerNextDialog(page, true)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  expect(await asked).toBe('Are you sure?')
  await expect(page.getByText('Product deleted')).toBeVisible()
  await expect(page.getByRole('row', { name })).toHaveCount(0)
  expect(plainText(await htmlOf(request, '/artshow', 'main'))).toContain('COMING SOON')
})

/** Two pictures of the demo artists, as files to upload. */
async function artworkFiles(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const artists = (await (await page.request.get('/api/artshow')).json()) as {
    pictures: { other: { facts: { src: string } }[] }
  }[]
  const sources = artists.flatMap((artist) => artist.pictures.other.map(({ facts }) => facts.src)).slice(0, 2)
  return Promise.all(
    sources.map(async (src, index) => ({
      name: `work ${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await (await page.request.get(src)).body(),
    })),
  )
}

test('after Featured is ticked, Update waits for the new version of the artist', async ({ page }) => {
  const artists = (await (await page.request.get('/api/artshow')).json()) as { _id: string }[]
  const other = artists.find(({ _id }) => _id !== featured._id)!
  await page.goto(`/admin/artshow/${other._id}/edit`)
  await expect(page.getByLabel('Is Featured')).toBeVisible()
  const reading = await holdRequests(page, `**/api/artshow/${other._id}`)
  await page.getByLabel('Is Featured').click()
  await expect(page.getByLabel('Notices').getByText(/featured/i)).toBeVisible()
  await expect.poll(reading.waiting).toBe(1)
  const update = page.getByRole('button', { name: 'Update' })
  await expect(update).toHaveAttribute('aria-busy', 'true')
  await page.getByLabel('Title').press('Enter')
  expect(reading.waiting(), 'requests to save').toBe(1)
  await reading.release()
  await update.click()
  await expect(page.getByText('Artshow updated')).toBeVisible()
  await expectAt(page, '/admin/artshowlist')
})

test('a link with a script is refused at its field, and no input is lost', async ({ page }) => {
  await page.goto(`/admin/artshow/${featured._id}/edit`)
  const title = page.getByLabel('Title')
  await title.fill('A title that stays')
  // oxlint-disable-next-line no-script-url -- what an attacker would type
  await page.getByLabel('Website link').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByLabel('Website link')).toHaveAttribute('aria-invalid', 'true')
  await expect(title).toHaveValue('A title that stays')
})

test('a new menu is chosen, named and uploaded; its pages are sorted and get texts', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  await page.goto('/admin/menuedit')
  const pages = page.getByRole('list', { name: 'Pages', exact: true }).getByRole('listitem')
  await expect(pages.first()).toBeVisible()
  const title = await page.getByLabel('Title of page 1').inputValue()
  // Unsaved input is moved to the new picture, or shown so that it can be copied.
  await page.getByLabel('Title of page 2').fill('Typed before')
  await page.getByLabel('Title of page 3').fill('Typed for nothing')
  await page.getByLabel('Choose the menu’s pages').setInputFiles(await artworkFiles(page))
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveText([
    'work 1.jpg',
    'work 2.jpg',
  ])
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Menu uploaded successfully')).toBeVisible(UPLOAD_TIMEOUT)
  await expect(pages).toHaveCount(2)
  const box = await pages.first().getByRole('img').boundingBox()
  expect([box!.width, box!.height]).toEqual([250, 300])
  await expect(page.getByLabel('Title of page 1')).toHaveValue(title)
  await expect(page.getByLabel('Title of page 2')).toHaveValue('Typed before')
  const left = page.getByRole('status').filter({ hasText: 'This text of yours' })
  await expect(left).toContainText('Typed for nothing')
  await left.getByRole('button', { name: 'Dismiss' }).click()
  await expect(left).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Current menu' })).toBeFocused()
  // The old text is offered, and visitors do not see it beside the new picture until an admin confirms it.
  const [old, other] = menu.pages.map(({ lines }) => lines)
  await expect(page.getByLabel('Text of page 1')).toHaveValue(old!.join('\n'))
  const shown = async () => (await (await page.request.get('/api/upload')).json()) as typeof menu
  expect((await shown()).pages.map(({ lines }) => lines)).toEqual([[], []])
  await page.getByRole('button', { name: 'Save order and texts' }).click()
  await expect(page.getByLabel('Notices')).toContainText('Pages 1, 2: clear the old text')
  await expect(page.getByRole('button', { name: 'Clear text, page 1' })).toBeFocused()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Text of page 2')).toHaveValue(other!.join('\n'))
  // The buttons of a page disappear after the choice. The focus moves to the button of the next page or, after Clear,
  // to the text field.
  await page.getByRole('button', { name: 'It still fits, page 1' }).click()
  await expect(page.getByRole('button', { name: 'It still fits, page 2' })).toBeFocused()
  await expect(page.getByText('The text of page 1 was kept')).toBeAttached()
  await page.getByRole('button', { name: 'Clear text, page 2' }).click()
  await expect(page.getByLabel('Text of page 2')).toBeFocused()
  await expect(page.getByText('The text of page 2 was cleared')).toBeAttached()
  await expect(page.getByLabel('Text of page 2')).toHaveValue('')
  await expect(page.getByText('Unsaved changes: visitors')).toBeVisible()
  await page.getByLabel('Title of page 2').fill('Evenings')
  await page.getByLabel('Text of page 2').fill('## Evenings\nEspresso tonic | with orange | 6')
  await page.getByRole('button', { name: 'Move Page 2 earlier' }).click()
  await page.getByRole('button', { name: 'Save order and texts' }).click()
  await expect(page.getByText('Menu saved')).toBeVisible()
  const published = await htmlOf(request, '/menu', 'main')
  expect(plainText(published)).toContain('Espresso tonic')
  expect(textsOf(published, 'output')).toContain('Evenings, 1 of 2')
  expect((await shown()).pages[1]!.lines).toEqual(old)
  await page.getByRole('link', { name: 'Change log', exact: true }).last().click()
  await expect(page.getByRole('row').nth(1)).toContainText(
    'Pictures: 2 pictures → 2 pictures, in another order',
  )
  await expect(page.getByRole('row').nth(2)).toContainText('Replaced')
})

test('a file that is not a picture is refused with a message, and the old menu stays', async ({ page }) => {
  await page.goto('/admin/menuedit')
  await expect(page.getByRole('list', { name: 'Pages', exact: true })).toBeVisible()
  const svg = { name: 'page.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
  await page.getByLabel('Choose the menu’s pages').setInputFiles([svg])
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('alert').getByText(/Images only!/)).toBeVisible()
  expect(await (await page.request.get('/api/upload')).json()).toEqual(menu)
})
