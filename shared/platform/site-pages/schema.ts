/** The validation of a page's values, from its slots. */
import * as z from 'zod/mini'
import { line, prose, requiredLine, requiredProse } from '#shared/kernel/fields.ts'
import {
  placeholdersIn,
  unknownPlaceholder,
  type AnyValues,
  type LinkSlot,
  type ListSlot,
  type PictureSlot,
  type ProseSlot,
  type Slot,
  type Slots,
} from './slots.ts'

/** Accepts values of some or all slots. A slot that is left out keeps its value. */
export function valuesSchema(slots: Slots): z.ZodMiniType<Partial<AnyValues>> {
  return z.strictObject(
    Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, z.optional(schemaOf(slot))])),
  ) as z.ZodMiniType<Partial<AnyValues>>
}

function schemaOf(slot: Slot): z.ZodMiniType {
  switch (slot.kind) {
    case 'line':
      return (slot.required ? requiredLine : line)(slot.label, slot.max)
    case 'prose':
      return proseSchema(slot)
    case 'plain':
      return (slot.required ? requiredProse : prose)(slot.label, slot.max)
    case 'picture':
      return pictureSchema(slot)
    case 'link':
      return linkSchema(slot)
    case 'list':
      return listSchema(slot)
  }
}

function proseSchema({ label, max, required, placeholders, needed = [] }: ProseSlot): z.ZodMiniType {
  const text = (required ? requiredProse : prose)(label, max)
  if (!placeholders) return text
  return text.check(({ value, issues }) => {
    const missing = needed.find((name) => !placeholdersIn(value).includes(name))
    const problem =
      unknownPlaceholder(value, placeholders) ?? (missing && `The text must contain {${missing}}`)
    if (problem) issues.push({ code: 'custom', input: value, message: problem })
  })
}

const PICTURE = /^\/(pictures|uploads)\/[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/
const percent = z.int().check(z.minimum(0), z.maximum(100))

function pictureSchema({ label, required }: PictureSlot) {
  return z.object({
    file: z
      .string()
      .check(
        z.refine(
          (file) => (file === '' ? !required : PICTURE.test(file)),
          required ? `${label}: choose a picture` : `${label}: choose a picture of the library`,
        ),
      ),
    alt: line('The description of the picture', 300),
    x: percent,
    y: percent,
  })
}

/** A path of this site, an anchor, a web address, or a mail address. */
const TARGET = /^(\/(?![/\\])|#|https:\/\/[^\s/]|mailto:[^\s@]+@)/

/** Whether a link leads to something that a visitor's browser may open from the shop. */
export function isLinkTarget(to: string): boolean {
  return TARGET.test(to)
}

function linkSchema({ label, required }: LinkSlot) {
  return z
    .object({
      label: line(`The text of ${label.toLowerCase()}`, 40),
      to: line(`The address of ${label.toLowerCase()}`, 300).check(
        z.refine((to) => to === '' || TARGET.test(to), 'A link must begin with / or https://'),
      ),
    })
    .check(({ value, issues }) => {
      const report = (path: string, message: string) =>
        issues.push({ code: 'custom', input: value, path: [path], message })
      if (value.to === '' && (value.label !== '' || required)) report('to', `${label}: enter where it leads`)
      if (value.label === '' && (value.to !== '' || required)) report('label', `${label}: enter its text`)
    })
}

const itemId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'The id of a part is not valid'))

function listSchema({ label, item, min, max, of }: ListSlot) {
  const part = z.object({
    id: itemId,
    ...Object.fromEntries(Object.entries(of).map(([name, slot]) => [name, schemaOf(slot)])),
  })
  const parts = `${item.toLowerCase()}${max === 1 ? '' : 's'}`
  return z.array(part).check(
    z.minLength(min, `${label}: at least ${min} ${parts}`),
    z.maxLength(max, `${label}: at most ${max} ${parts}`),
    z.refine(
      (list) => new Set(list.map(({ id }) => id)).size === list.length,
      `${label}: two parts have the same id`,
    ),
  )
}
