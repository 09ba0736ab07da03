/** Addresses that people can read: edited by the owner, followed by links, and redirected from ids and former ones. */
import { expect } from '@playwright/test'
import { callApi } from './by-api.ts'
import { asOwner } from './owner.ts'
import { createProduct, deleteCreated, field, openNewForm, save, uniqueName } from './products.ts'
import { expectAt, signInAsOwner, waitForHydration } from './steps.ts'
import { test } from './visitor.ts'

test.afterAll(deleteCreated)

const slugged = (name: string) => name.toLowerCase().replaceAll(' ', '-')

test('the owner changes the address of a product: a taken one is refused, and the former one leads to the page', async ({
  page,
}) => {
  await signInAsOwner(page)
  const taken = await createProduct(page, uniqueName('Taken Address'))
  const name = uniqueName('Owned Address')
  await openNewForm(page, name)
  const address = field(page, 'Address')
  await expect(address).toHaveValue(slugged(name))
  await address.fill(taken.slug)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(
    page.getByText(`belongs to another product. Free is, for example, “${taken.slug}-2”`).first(),
  ).toBeVisible()
  await address.fill('Not an address')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('can have lowercase letters, digits and single hyphens').first()).toBeVisible()
  const wanted = `${slugged(name)}-by-hand`
  await address.fill(wanted)
  await page.getByRole('button', { name: 'Update' }).click()
  // The page itself leaves the form, so the notice has the link that stays.
  await page.getByLabel('Notices').getByRole('link', { name: 'See it in the shop' }).click()
  await expectAt(page, `/product/${wanted}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name, { ignoreCase: true })
  await page.goto(`/product/${slugged(name)}?size=12-oz#reviews`)
  await expect(page).toHaveURL(new RegExp(`/product/${wanted}\\?size=12-oz#reviews$`))
})

test('a link within the site to an id or a former address ends at the address of today, and Back leaves the page', async ({
  page,
}) => {
  const name = uniqueName('Moved Address')
  const product = await asOwner((owner) => createProduct({ request: owner }, name))
  await page.goto(`/search/${encodeURIComponent(name)}`)
  await waitForHydration(page)
  const link = page.locator(`main a[href="/product/${product.slug}"]`)
  await expect(link).toBeVisible()
  const now = `${product.slug}-now`
  await asOwner((owner) => save({ request: owner }, product._id, { name, slug: now }))
  await link.evaluate((anchor: any) => anchor.click())
  await expectAt(page, `/product/${now}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name, { ignoreCase: true })
  await page.goBack()
  await expectAt(page, `/search/${encodeURIComponent(name)}`)
})

test('a link of a list asks once for the product, by its address', async ({ page }) => {
  await page.goto('/shop')
  await waitForHydration(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (/^\/(product|api\/products)\//.test(path)) asked.push(path)
  })
  const link = page.locator('main a[href^="/product/"]').first()
  const path = (await link.getAttribute('href'))!
  await link.evaluate((anchor: any) => anchor.click())
  await expectAt(page, path)
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible()
  const slug = path.replace('/product/', '')
  expect(slug).toMatch(/^[a-z]+(-[a-z0-9]+)+$/)
  expect(asked.toSorted()).toEqual([`/api/products/${slug}`, `/api/products/${slug}/similar`])
})

test('a former address of a department leads to the one of today in one step, with its query', async ({
  page,
}) => {
  const name = uniqueName('Moved Shelf')
  const was = slugged(name)
  const edit = { name, slug: was, heading: '', text: '', categories: ['Goods'], place: 90 }
  const made = await asOwner(async (owner) => {
    const department = await callApi(owner, 'POST', '/api/departments', edit)
    for (const slug of [`${was}-second`, `${was}-third`])
      await callApi(owner, 'PUT', `/api/departments/${department._id}`, { ...edit, slug })
    return department
  })
  for (const former of [was, `${was}-second`]) {
    const answer = await page.request.get(`/shop/${former}?sort=price&utm_source=a`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([
      301,
      `/shop/${was}-third?sort=price&utm_source=a`,
    ])
  }
  await page.goto(`/shop/${was}/page/1`)
  await expectAt(page, `/shop/${was}-third`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name, { ignoreCase: true })
  await asOwner((owner) => callApi(owner, 'DELETE', `/api/departments/${made._id}`))
})

test('the address of a page with a size chooses it', async ({ page }) => {
  const { products } = await callApi(page.request, 'GET', '/api/products?keyword=ethiopia')
  await page.goto(`/product/${products[0].slug}?size=2-lb`)
  await expect(page.getByRole('radio', { name: /^2 lb/ })).toBeChecked()
  await page.getByRole('radio', { name: /^12 oz/ }).check()
  await expect(page.getByRole('radio', { name: /^12 oz/ })).toBeChecked()
})

test('artists have pages of their own, which the art show links to', async ({ page }) => {
  await page.goto('/artshow')
  const artist = await callApi(page.request, 'GET', '/api/artshow/featured')
  await page.getByRole('main').getByRole('link', { name: artist.name, exact: true }).click()
  await expectAt(page, `/artshow/${artist.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(artist.name, { ignoreCase: true })
  await page.goto(`/artshow/${artist._id}`)
  await expectAt(page, `/artshow/${artist.slug}`)
  await page.getByRole('link', { name: 'The art show' }).click()
  await expectAt(page, '/artshow')
})
