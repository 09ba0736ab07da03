/** Menus whose pages have a unique width per menu, so that a mixture of two menus can be detected. */
import sharp from 'sharp'
import type { MenuPage } from '#shared/content/api/menu.ts'
import { formOf, type Form } from '../../form.ts'
import type { Answer } from '../../visitor.ts'
import type { Caller } from '../caller.ts'

/** The number of an uploaded menu, or the demo menu. */
export type MenuId = number | 'demo'

const MIN_WIDTH = 16
const MIN_HEIGHT = 20

export type Shown = { image: string[]; pages: MenuPage[]; version: string }

/** The upload form of the menu with this number. */
async function menuForm(number: number): Promise<Form> {
  const pages = Array.from({ length: pageCount(number) }, async (_, index) => {
    const size = { width: MIN_WIDTH + number, height: MIN_HEIGHT + index }
    const bytes = await sharp({
      create: { ...size, channels: 3, background: { r: index * 40, g: 90, b: 90 } },
    })
      .png()
      .toBuffer()
    return { bytes }
  })
  return formOf('images', await Promise.all(pages))
}

/** Sends the delete call and the new menu, as the editor does. */
export async function uploadMenu(owner: Caller, number: number): Promise<Answer> {
  const { payload, headers } = await menuForm(number)
  await owner.delete('/api/upload/menudelete')
  return owner.post('/api/upload/menu', payload, headers)
}

/** Identifies the shown menu. Throws if it is not exactly one complete menu. */
export function identifyMenu({ image, pages }: Shown): MenuId {
  if (JSON.stringify(image) !== JSON.stringify(pages.map(({ file }) => file))) throw mixed('Two lists', pages)
  if (pages.length === 3 && pages.every(({ file }) => file.startsWith('menu_'))) return 'demo'
  const number = (pages[0]?.facts?.width ?? 0) - MIN_WIDTH
  const heights = pages.map(({ facts }) => (facts?.height ?? 0) - MIN_HEIGHT).toSorted((a, b) => a - b)
  const isWhole =
    pages.length === pageCount(number) &&
    pages.every(({ facts }) => facts?.width === MIN_WIDTH + number) &&
    heights.every((height, index) => height === index)
  if (number < 1 || !isWhole) throw mixed('Not a complete menu', pages)
  const saves = new Set(pages.flatMap(({ title }) => /^Save (\d+)/.exec(title)?.[1] ?? []))
  if (saves.size > 1) throw mixed('Titles of two saves', pages)
  return number
}

function pageCount(number: number): number {
  return 2 + (number % 4)
}

function mixed(what: string, pages: MenuPage[]): Error {
  const list = pages.map(({ title, facts }) => `${title} ${facts?.width}x${facts?.height}`)
  return new Error(`${what}: ${list.join(', ') || 'no pages'}`)
}
