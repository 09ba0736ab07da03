/** The values of a page: defaults, validation, and the pictures that they contain. */
import { SITE_PAGES, type SitePageId } from '#shared/site-pages/pages.ts'
import { valuesSchema } from '#shared/site-pages/schema.ts'
import type { AnyItem, AnyValue, AnyValues, PictureValue, Slot, Slots } from '#shared/site-pages/slots.ts'
import { notFound } from '../errors.ts'
import { refusalOf } from '../http/input.ts'
import { DEFAULT_TEXTS } from './texts/texts.ts'

export type EditablePage = { id: SitePageId; title: string; path: string; slots: Slots; schema: Schema }
type Schema = ReturnType<typeof valuesSchema>

const pages = new Map<string, EditablePage>(
  Object.entries(SITE_PAGES).map(([id, { title, path, slots }]) => [
    id,
    { id: id as SitePageId, title, path, slots, schema: valuesSchema(slots) },
  ]),
)

export const allPages = [...pages.values()]

/** The page with this id. Throws 404. */
export function pageOf(id: string): EditablePage {
  const page = pages.get(id)
  if (!page) throw notFound('Page')
  return page
}

/** The values of all slots: those in the JSON of a version, and the default texts of the others. */
export function valuesOf({ id, slots }: EditablePage, body: string | null): AnyValues {
  const defaults = DEFAULT_TEXTS[id] as unknown as AnyValues
  const saved = body === null ? {} : (JSON.parse(body) as AnyValues)
  return Object.fromEntries(Object.keys(slots).map((name) => [name, saved[name] ?? defaults[name]!]))
}

/** Validates the values of some slots. Throws 400 with the fields that are not valid. */
export function validValues({ schema }: EditablePage, values: unknown): Partial<AnyValues> {
  const result = schema.safeParse(values)
  if (result.success) return result.data
  throw refusalOf(result.error.issues)
}

/** Calls `visit` for the value of every slot, including the slots of the parts of lists. */
export function visitSlots(
  slots: Slots,
  values: AnyValues,
  visit: (slot: Slot, value: AnyValue, place: string) => void,
  within = '',
): void {
  for (const [name, slot] of Object.entries(slots)) {
    const value = values[name]!
    const place = within ? `${within}: ${slot.label}` : slot.label
    if (slot.kind !== 'list') {
      visit(slot, value, place)
      continue
    }
    for (const [index, item] of (value as AnyItem[]).entries())
      visitSlots(slot.of as Slots, item, visit, `${slot.item} ${index + 1}`)
  }
}

/** The pictures of a page, by path. */
export function picturesOf({ slots }: EditablePage, values: AnyValues): string[] {
  const files = new Set<string>()
  visitSlots(slots, values, ({ kind }, value) => {
    if (kind === 'picture' && (value as PictureValue).file) files.add((value as PictureValue).file)
  })
  return [...files]
}
