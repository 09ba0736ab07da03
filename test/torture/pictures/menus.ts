/** Menus that can be told apart: all pages of one are as wide as those of no other, so a mixture shows. */
import sharp from 'sharp'
import type { MenuPage } from '#shared/api/menu.ts'
import { formOf, type Form } from '../../form.ts'
import type { Answer } from '../../visitor.ts'
import type { Caller } from '../caller.ts'

/** The number of an upload, or the menu that the demo house hangs. */
export type Which = number | 'demo'

const NARROWEST = 16
const LOWEST = 20

export type Shown = { image: string[]; pages: MenuPage[]; version: string }

/** The form of the menu with this number. */
async function menuForm(number: number): Promise<Form> {
  const pages = Array.from({ length: pageCount(number) }, async (_, index) => {
    const size = { width: NARROWEST + number, height: LOWEST + index }
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
export async function hang(owner: Caller, number: number): Promise<Answer> {
  const { payload, headers } = await menuForm(number)
  await owner.delete('/api/upload/menudelete')
  return owner.post('/api/upload/menu', payload, headers)
}

/** Which menu this is. Throws when it is none, or not all of one. */
export function recognise({ image, pages }: Shown): Which {
  if (JSON.stringify(image) !== JSON.stringify(pages.map(({ file }) => file))) throw torn('Two lists', pages)
  if (pages.length === 3 && pages.every(({ file }) => file.startsWith('menu_'))) return 'demo'
  const number = (pages[0]?.facts?.width ?? 0) - NARROWEST
  const heights = pages.map(({ facts }) => (facts?.height ?? 0) - LOWEST).toSorted((a, b) => a - b)
  const isWhole =
    pages.length === pageCount(number) &&
    pages.every(({ facts }) => facts?.width === NARROWEST + number) &&
    heights.every((height, index) => height === index)
  if (number < 1 || !isWhole) throw torn('No whole menu', pages)
  const saves = new Set(pages.flatMap(({ title }) => /^Save (\d+)/.exec(title)?.[1] ?? []))
  if (saves.size > 1) throw torn('Titles of two saves', pages)
  return number
}

function pageCount(number: number): number {
  return 2 + (number % 4)
}

function torn(what: string, pages: MenuPage[]): Error {
  const told = pages.map(({ title, facts }) => `${title} ${facts?.width}x${facts?.height}`)
  return new Error(`${what}: ${told.join(', ') || 'nothing'}`)
}
