/**
 * The kinds of slots of a page that admins edit: what a slot holds, and how much text or how many parts fit the design.
 * The types of a page's values, and of what visitors get, derive from its slots.
 */
import type { PictureFacts } from '#shared/kernel/picture.ts'

/** One line of text. */
type LineSlot = { kind: 'line'; label: string; hint: string; required: boolean; max: number }
/**
 * Markdown: paragraphs, lists, headings, bold, italics and links; in mails without headings. A text with `placeholders`
 * may use only these, and must use those in `needed`.
 */
export type ProseSlot = {
  kind: 'prose'
  label: string
  hint: string
  required: boolean
  max: number
  rows: number
  placeholders?: readonly string[]
  needed?: readonly string[]
}
/** Plain text of several lines. */
type PlainSlot = {
  kind: 'plain'
  label: string
  hint: string
  required: boolean
  max: number
  rows: number
}
/** A picture of the media library. Another aspect ratio than `ratio` (width / height) is cropped to it. */
export type PictureSlot = {
  kind: 'picture'
  label: string
  hint: string
  required: boolean
  ratio: number | null
}
/** A button: its text and where it leads. */
export type LinkSlot = { kind: 'link'; label: string; hint: string; required: boolean }
/** A list of parts, each with the slots of `of`. `item` is the name of one part: 'Row'. */
export type ListSlot<S extends Slots = Slots> = {
  kind: 'list'
  label: string
  hint: string
  item: string
  min: number
  max: number
  of: S
}

type FlatSlot = LineSlot | ProseSlot | PlainSlot | PictureSlot | LinkSlot
// oxlint-disable-next-line typescript/no-explicit-any -- the slots of a part cannot name their own type
export type Slot = FlatSlot | ListSlot<any>
export type Slots = { readonly [name: string]: Slot }

/** `file` is a path such as `/uploads/…`; empty for none. `x` and `y`: the focal point in percent. */
export type PictureValue = { file: string; alt: string; x: number; y: number }
/** Both are empty for no button. */
export type LinkValue = { label: string; to: string }

type ValueOf<S> = S extends { kind: 'line' | 'prose' | 'plain' }
  ? string
  : S extends { kind: 'picture' }
    ? PictureValue
    : S extends { kind: 'link' }
      ? LinkValue
      : S extends { kind: 'list'; of: infer O extends Slots }
        ? ({ id: string } & ValuesOf<O>)[]
        : never

/** The values of a page as they are saved. */
export type ValuesOf<S extends Slots> = { [N in keyof S]: ValueOf<S[N]> }

/** A value of unknown type, for code that handles every page. */
export type AnyValue = string | PictureValue | LinkValue | AnyItem[]
export type AnyItem = { id: string } & { [name: string]: AnyValue }
export type AnyValues = { [name: string]: AnyValue }

/** A picture of a page. `at`: the focal point as CSS `object-position`; `ratio`: the aspect ratio to crop to, or null. */
export type ShownPicture = PictureFacts & { at: string; ratio: number | null }

type ShownOf<S> = S extends { kind: 'line' | 'prose' | 'plain' }
  ? string
  : S extends { kind: 'picture' }
    ? ShownPicture | null
    : S extends { kind: 'link' }
      ? LinkValue | null
      : S extends { kind: 'list'; of: infer O extends Slots }
        ? ({ id: string } & ContentOf<O>)[]
        : never

/** What visitors get: Markdown as HTML, and pictures with their data. */
export type ContentOf<S extends Slots> = { [N in keyof S]: ShownOf<S[N]> }

type About = { hint?: string; required?: boolean }

export function line(label: string, { max, hint = '', required = true }: About & { max: number }): LineSlot {
  return { kind: 'line', label, hint, required, max }
}

export function prose(
  label: string,
  {
    hint = '',
    required = true,
    rows = 6,
    ...rest
  }: About & Pick<ProseSlot, 'max' | 'placeholders' | 'needed'> & { rows?: number },
): ProseSlot {
  return { kind: 'prose', label, hint, required, rows, ...rest }
}

export function plain(
  label: string,
  { max, rows = 4, hint = '', required = true }: About & { max: number; rows?: number },
): PlainSlot {
  return { kind: 'plain', label, hint, required, max, rows }
}

export function picture(
  label: string,
  { ratio = null, hint = '', required = true }: About & { ratio?: number | null } = {},
): PictureSlot {
  return { kind: 'picture', label, hint, required, ratio }
}

export function link(label: string, { hint = '', required = false }: About = {}): LinkSlot {
  return { kind: 'link', label, hint, required }
}

export function list<S extends Slots>(
  label: string,
  { hint = '', ...rest }: { item: string; min: number; max: number; hint?: string; of: S },
): ListSlot<S> {
  return { kind: 'list', label, hint, ...rest }
}

/** A slot with its name, as the API describes it to the editor. */
export type NamedSlot =
  | (FlatSlot & { name: string })
  | (Omit<ListSlot, 'of'> & { name: string; of: NamedSlot[] })

export function namedSlots(slots: Slots): NamedSlot[] {
  return Object.entries(slots).map(([name, slot]) =>
    slot.kind === 'list' ? { ...slot, name, of: namedSlots(slot.of as Slots) } : { ...slot, name },
  )
}

/** The details of the business in the Markdown texts of pages. */
export const PAGE_PLACEHOLDERS = ['name', 'address', 'street', 'city', 'email', 'phone'] as const

const PLACEHOLDER = /( ?)\{([A-Za-z]+)\}/g

/** The names of the placeholders in a text, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, , name]) => name!))]
}

/**
 * The text with the values of its placeholders. Unknown placeholders stay. If a value is empty, the space before its
 * placeholder is removed too.
 */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, space: string, name: string) => {
    if (!Object.hasOwn(values, name)) return whole
    const value = values[name]!
    return value && space + value
  })
}

/** 'There is no placeholder {nmae} here. You can use {name}, {number}'; null if all placeholders are in `known`. */
export function unknownPlaceholder(text: string, known: readonly string[]): string | null {
  const unknown = placeholdersIn(text).find((name) => !known.includes(name))
  if (unknown === undefined) return null
  return `There is no placeholder {${unknown}} here. You can use ${known.map((name) => `{${name}}`).join(', ')}`
}
