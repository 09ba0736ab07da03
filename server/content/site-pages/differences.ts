/** The differences between two versions of a page, word by word. */
import { diffWordsWithSpace } from 'diff'
import type { Change } from '#shared/platform/api/change-log.ts'
import type { OpenParts } from '#shared/platform/parts.ts'
import type { TextChanges } from '#shared/content/api/site-pages.ts'
import type {
  AnyItem,
  AnyValue,
  AnyValues,
  LinkValue,
  PictureValue,
  Slot,
  Slots,
} from '#shared/platform/site-pages/slots.ts'
import { shortened } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { describedValues } from './pictures.ts'
import type { EditablePage } from './values.ts'

/** Milliseconds after which a text is shown as replaced as a whole. */
const TIMEOUT = 200

/** What differs between two versions of a page, by their JSON; null for the original texts. */
export function changesFrom(
  shop: Pick<Shop, 'pictureOf'>,
  page: EditablePage,
  { before, after, parts }: { before: string | null; after: string | null; parts: OpenParts },
): TextChanges {
  const valuesIn = (body: string | null) => describedValues(shop, page, body, parts)
  return changesBetween(page.slots, valuesIn(before), valuesIn(after))
}

/** What differs, in the order of the page. Parts of lists are compared by their id. */
function changesBetween(slots: Slots, before: AnyValues, after: AnyValues): TextChanges {
  return Object.entries(slots).flatMap(([name, slot]) =>
    slot.kind === 'list'
      ? listChanges(slot.item, slot.of as Slots, before[name] as AnyItem[], after[name] as AnyItem[])
      : textChanges(slot.label, textOf(slot, before[name]!), textOf(slot, after[name]!)),
  )
}

function textChanges(label: string, before: string, after: string): TextChanges {
  if (before === after) return []
  const parts = diffWordsWithSpace(before, after, { timeout: TIMEOUT })?.map(
    ({ value: text, added, removed }) =>
      ({ kind: added ? 'added' : removed ? 'removed' : 'same', text }) as const,
  )
  if (parts && isSameText(parts, before, after)) return [{ label, parts }]
  return [{ label, parts: [part('removed', before), part('added', after)] }]
}

/** Whether at least half of the shorter text is kept. Otherwise single words that both texts have hide what is new. */
function isSameText(parts: TextChanges[number]['parts'], before: string, after: string): boolean {
  const kept = parts.filter(({ kind }) => kind === 'same').map(({ text }) => text)
  return lettersOf(kept.join('')) * 2 >= Math.min(lettersOf(before), lettersOf(after))
}

const lettersOf = (text: string) => text.replaceAll(/\s/g, '').length

function listChanges(item: string, of: Slots, before: AnyItem[], after: AnyItem[]): TextChanges {
  const changes: TextChanges = []
  for (const [index, now] of after.entries()) {
    const label = `${item} ${index + 1}`
    const old = before.find(({ id }) => id === now.id)
    if (old) changes.push(...within(label, changesBetween(of, old, now)))
    else changes.push({ label: `${label}, new`, parts: [part('added', wholeText(of, now))] })
  }
  for (const [index, old] of before.entries())
    if (!after.some(({ id }) => id === old.id))
      changes.push({ label: `${item} ${index + 1}, removed`, parts: [part('removed', wholeText(of, old))] })
  return [...changes, ...orderChange(item, before, after)]
}

function within(label: string, changes: TextChanges): TextChanges {
  return changes.map((change) => ({ ...change, label: `${label}: ${change.label}` }))
}

/** The new order of the parts that both versions have, by their numbers in the old version. */
function orderChange(item: string, before: AnyItem[], after: AnyItem[]): TextChanges {
  const both = before.filter(({ id }) => after.some((now) => now.id === id)).map(({ id }) => id)
  const now = after.filter(({ id }) => both.includes(id)).map(({ id }) => id)
  if (both.every((id, index) => id === now[index])) return []
  const numbers = (ids: string[]) => ids.map((id) => before.findIndex((old) => old.id === id) + 1).join(', ')
  return [
    {
      label: `Order (${item.toLowerCase()})`,
      parts: [part('removed', numbers(both)), part('added', numbers(now))],
    },
  ]
}

function wholeText(of: Slots, item: AnyItem): string {
  return Object.entries(of)
    .map(([name, slot]) => textOf(slot, item[name]!))
    .filter(Boolean)
    .join('\n')
}

/** A value as text: of a picture its description, file and focal point. */
function textOf({ kind }: Slot, value: AnyValue): string {
  if (kind === 'link') {
    const { label, to } = value as LinkValue
    return to && `${label} (${to})`
  }
  if (kind !== 'picture') return value as string
  const { file, alt, x, y } = value as PictureValue
  if (!file) return ''
  const focus = x === 50 && y === 50 ? '' : `, focal point ${x}% ${y}%`
  return `${alt || 'Picture'} (${file.split('/').at(-1)}${focus})`
}

const part = <K extends 'added' | 'removed'>(kind: K, text: string) => ({ kind, text })

/** The changes as lines of the change log. */
export function forChangeLog(changes: TextChanges): Change[] {
  return changes.map(({ label, parts }) => ({
    field: label,
    before: textOfParts(parts, 'added'),
    after: textOfParts(parts, 'removed'),
  }))
}

function textOfParts(parts: TextChanges[number]['parts'], without: 'added' | 'removed'): string {
  const kept = parts.filter(({ kind }) => kind !== without)
  return shortened(kept.map(({ text }) => text).join(''))
}
