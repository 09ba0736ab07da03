/** The values of a page: defaults, validation, and the pictures that they contain. */
import { ALL_PARTS, type OpenParts } from '#shared/platform/parts.ts'
import type { MailFacts } from '#shared/platform/mails/introductions.ts'
import { MAILS, type EditedMail } from '#shared/platform/mails/kinds.ts'
import { SITE_PAGES, type SitePageId } from '#shared/platform/site-pages/pages.ts'
import { valuesSchema } from '#shared/platform/site-pages/schema.ts'
import type {
  AnyItem,
  AnyValue,
  AnyValues,
  PictureValue,
  Slot,
  Slots,
} from '#shared/platform/site-pages/slots.ts'
import { notFound } from '#server/kernel/errors.ts'
import { refusalOf } from '#server/platform/http/input.ts'
import { DEFAULT_TEXTS } from './texts/default-texts.ts'
import { textOfParts, withTextsOfParts } from './texts/text-of-parts.ts'

/**
 * What admins edit: a page of the site, or the introduction of an email.
 * `path` is the address of the page; null for an email. `when` says when an email is sent; empty for a page.
 */
export type EditablePage = { title: string; when: string; slots: Slots; schema: Schema } & (
  | { id: SitePageId; path: string }
  | { id: EditedMail; path: null }
)
export type SitePage = Extract<EditablePage, { path: string }>
export type MailPage = Extract<EditablePage, { path: null }>
type Schema = ReturnType<typeof valuesSchema>

/** The pages of the site. */
export const sitePages = Object.entries(SITE_PAGES).map(([id, { title, path, slots }]): SitePage => ({
  id: id as SitePageId,
  title,
  path,
  when: '',
  slots,
  schema: valuesSchema(slots),
}))

const editedMails = Object.entries<MailFacts>(MAILS).flatMap(([kind, { edited }]) =>
  edited ? [{ ...edited, id: kind as EditedMail, cases: Object.entries(edited.cases) }] : [],
)

const mailPages = editedMails.map(({ id, title, when, cases }): MailPage => {
  const slots = Object.fromEntries(cases.map(([name, { slot }]) => [name, slot]))
  return { id, title, path: null, when, slots, schema: valuesSchema(slots) }
})

/** The pages of the site, then the mails. */
export const allPages: EditablePage[] = [...sitePages, ...mailPages]

const byId = new Map<string, EditablePage>(allPages.map((page) => [page.id, page]))

/** The page or mail with this id. Throws 404. */
export function pageOf(id: string): EditablePage {
  const page = byId.get(id)
  if (!page) throw notFound('Page')
  return page
}

const originalMails = editedMails.map(({ id, cases }) => [
  id,
  Object.fromEntries(cases.map(([name, { original }]) => [name, original])),
])

const DEFAULTS = {
  ...DEFAULT_TEXTS,
  ...Object.fromEntries(originalMails),
} as Record<EditablePage['id'], AnyValues>

/**
 * The values of all slots: those in the JSON of a version, and the default texts of the others.
 * @param parts the parts that the default texts may name
 */
export function valuesOf({ id, slots }: EditablePage, body: string | null, parts: OpenParts): AnyValues {
  const defaults = textOfParts(DEFAULTS[id], parts)
  const saved = body === null ? {} : (JSON.parse(body) as AnyValues)
  const shown = withTextsOfParts(saved, DEFAULTS[id], ALL_PARTS, parts)
  return Object.fromEntries(Object.keys(slots).map((name) => [name, shown[name] ?? defaults[name]!]))
}

/** The JSON of values that an admin saves. @param parts the parts that the default texts among them name */
export function bodyOf({ id }: EditablePage, values: AnyValues, parts: OpenParts): string {
  return JSON.stringify(withTextsOfParts(values, DEFAULTS[id], parts, ALL_PARTS))
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
