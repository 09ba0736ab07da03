/** Helpers for the tests of the admin's products. */
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { asOwner } from './owner.ts'

/** For what is shown when an upload is done: the shop first makes the picture in several sizes, which takes long on a busy machine. */
export const UPLOAD_TIMEOUT = { timeout: 60_000 }

/** A picture of the shop, as a file to upload. */
export const pictureFile = (name: string) => join(import.meta.dirname, '../../imagery/photos', `${name}.jpg`)

let count = 0
/** A unique name, so that a repeated test does not find what its first attempt has left. */
export const uniqueName = (name: string) => `${name} ${process.pid}-${++count}`

const BEANS = { price: 18, image: '', category: 'Coffee Beans', countInStock: 40, size: 340 }

/** The ids of the products that the tests of this worker have created. */
const created: string[] = []

/** Puts a product on sale by the API, as the signed-in admin, and returns it. */
export async function createProduct(page: Pick<Page, 'request'>, name: string, form: object = {}) {
  const draft = await (await page.request.post('/api/products')).json()
  created.push(draft._id)
  return save(page, draft._id, { name, ...form })
}

/** Deletes the created products, since pages that list all coffees are slow in later tests if there are many. */
export async function deleteCreated(): Promise<void> {
  await asOwner(async (owner) => {
    for (const id of created.splice(0)) await owner.delete(`/api/products/${id}`)
  })
}

/** Saves a product by the API, as another admin would. */
export async function save(page: Pick<Page, 'request'>, id: string, form: object) {
  const saved = await page.request.put(`/api/products/${id}`, { data: { ...BEANS, ...form } })
  expect(saved.status(), await saved.text()).toBe(200)
  return saved.json()
}

export async function productOf(page: Page, id: string) {
  return (await page.request.get(`/api/products/${id}`)).json()
}

export async function openForm(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/product/${id}/edit`)
  await expect(field(page, 'Name')).toBeVisible()
}

/** Puts a product on sale like `createProduct`, and opens its form. */
export async function openNewForm(page: Page, name: string, form: object = {}) {
  const product = await createProduct(page, name, form)
  await openForm(page, product._id)
  return product
}

export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true })
}

export async function update(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update' }).click()
}
