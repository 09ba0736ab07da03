/** What the tests of the owner's products have in common. */
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** A picture of this house, as a file to be sent in. */
export const pictureFile = (name: string) => join(import.meta.dirname, '../../imagery/photos', `${name}.jpg`)

let made = 0
/** A name that no other test uses. */
export const fresh = (name: string) => `${name} ${process.pid}-${++made}`

const BEANS = { price: 18, image: '', category: 'Coffee Beans', countInStock: 40, size: 340 }

/** Puts a product on sale behind the screens, as the admin who is signed in, and answers it. */
export async function keep(page: Page, name: string, form: object = {}) {
  const draft = await (await page.request.post('/api/products')).json()
  return save(page, draft._id, { name, ...form })
}

/** Saves a product behind the screens, as another admin would. */
export async function save(page: Page, id: string, form: object) {
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

export function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true })
}

export async function update(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update' }).click()
}

/** Axe at three widths, and nothing wider than the window. */
export async function expectClean(page: Page, screen: string): Promise<void> {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const found = violations.map(
      ({ id, nodes }) => `${screen} at ${width}: ${id} ${nodes.map((node) => node.target).join(' ')}`,
    )
    expect(found).toEqual([])
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow, `${screen} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}
