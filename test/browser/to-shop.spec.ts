/** From an arrived lot to a coffee in the shop, with the keyboard. The names of the tests are rows of test/SPEC.md. */
import { expect, type Page } from '@playwright/test'
import { lotBody } from '../roastery/by-admin.ts'
import { expectAccessible } from './axe.ts'
import { callApi } from './by-api.ts'
import { field, uniqueName } from './products.ts'
import { expectAt, signInAsOwner } from './steps.ts'
import { test } from './visitor.ts'

/** A lot that has arrived, as the signed-in owner. */
async function arrivedLot(page: Page, name: string): Promise<string> {
  const about = { producer: 'Smallholders', process: 'Washed', altitude: '1,900 to 2,100 m' }
  const body = lotBody({ code: name, name, ...about })
  const { _id: id } = await callApi(page.request, 'POST', '/api/green', body)
  const arrival = { arrivedOn: '2026-01-05', grams: 60_000, note: '' }
  await callApi(page.request, 'POST', `/api/green/${id}/arrival`, arrival)
  return id
}

const heading = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 2, name: text })

const pressed = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
}

test('an arrived lot becomes a coffee that is roasted to order, step by step with the keyboard, and what is skipped or left can be taken up later', async ({
  page,
}) => {
  await signInAsOwner(page)
  const name = uniqueName('Guji')
  const lot = await arrivedLot(page, name)
  await page.goto(`/admin/green-coffee/${lot}`)
  const on = page.getByRole('link', { name: 'To the shop: step 2 of 5' })
  await on.focus()
  await page.keyboard.press('Enter')
  await expectAt(page, `/admin/green-coffee/${lot}/to-shop`)
  await expect(heading(page, 'Step 2 of 5: A roast of it')).toBeVisible()
  await expectAccessible(page, 'the way of a lot to the shop')

  await pressed(page, 'Skip')
  await expect(heading(page, /^Step 3 of 5/)).toBeFocused()
  await pressed(page, `Do it now: A roast of it`)
  await expect(heading(page, /^Step 2 of 5/)).toBeFocused()
  await expect(field(page, 'Name')).toHaveValue(name)
  await pressed(page, 'Add')
  await expect(heading(page, 'Step 3 of 5: A coffee in the shop, hidden')).toBeFocused()

  await expect(field(page, 'Name')).toHaveValue(name)
  await field(page, 'Price').focus()
  await page.keyboard.type('18.50')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await pressed(page, 'Restore them')
  await expect(field(page, 'Price')).toHaveValue('18.50')
  await expectAccessible(page, 'the coffee of a lot')
  await pressed(page, 'Add the coffee')
  await expect(heading(page, 'Step 4 of 5: What is in its bag')).toBeFocused()

  await page.getByRole('link', { name: 'Later' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'To the shop: step 4 of 5' }).press('Enter')
  await expect(page.getByLabel('Percent')).toHaveValue('100')
  await pressed(page, 'Save')
  await expect(heading(page, 'Step 5 of 5: On sale, roasted to order')).toBeFocused()
  await expect(field(page, 'Availability')).toHaveValue('Roasted to order')
  await expectAccessible(page, 'the sale of the coffee of a lot')
  await pressed(page, 'Put it on sale')
  await expect(heading(page, 'All steps are done')).toBeFocused()

  const { products } = await (
    await page.request.get(`/api/products?keyword=${encodeURIComponent(name)}`)
  ).json()
  expect(products).toMatchObject([
    {
      name,
      isRoastedToOrder: true,
      price: 18.5,
      producer: 'Smallholders',
      process: 'Washed',
      altitude: 2000,
    },
  ])
  await page.request.delete(`/api/products/${products[0]._id}`)
})

test('a coffee that changed in another tab is not put on sale with old facts', async ({ page }) => {
  await signInAsOwner(page)
  const name = uniqueName('Two tabs')
  const lot = await arrivedLot(page, name)
  const coffee = { name, isDraft: true, sizes: [{ price: 18, countInStock: 0, grams: 340 }] }
  const added = await callApi(page.request, 'POST', `/api/green/${lot}/to-shop/coffee`, coffee)
  for (const step of ['roast', 'recipe'])
    await callApi(page.request, 'PUT', `/api/green/${lot}/to-shop/skipped`, { step, isSkipped: true })
  await page.goto(`/admin/green-coffee/${lot}/to-shop`)
  await expect(heading(page, /^Step 5 of 5/)).toBeVisible()
  await callApi(page.request, 'PUT', `/api/products/${added._id}`, { price: 21 })
  await pressed(page, 'Put it on sale')
  await expect(page.getByText(/This product has changed since you opened it/)).toBeVisible()
  // Until the product is read again, the button does nothing.
  await expect(page.getByRole('button', { name: 'Put it on sale' })).not.toHaveAttribute('aria-busy', 'true')
  await pressed(page, 'Put it on sale')
  await expect(heading(page, 'No step is left')).toBeFocused()
  expect((await (await page.request.get(`/api/products/${added._id}`)).json()).price).toBe(21)
  await page.request.delete(`/api/products/${added._id}`)
})
