/** Merges the values of a page with those that another admin has saved since the editor was opened. */
import type { AnyItem, AnyValue, AnyValues, NamedSlot } from '#shared/platform/site-pages/slots.ts'
import { isSame, type Versions } from '#app/platform/admin/form/merge.ts'
import type { Unmerged } from '#app/platform/admin/form/use-opened.ts'

/** If both changed a text, the saved one is used, and mine is in `unmerged`. Parts of lists are merged by their id. */
export function mergeValues(slots: readonly NamedSlot[], { base, mine, theirs }: Versions<AnyValues>) {
  const unmerged: Unmerged[] = []
  return { values: mergeSlots(slots, { base, mine, theirs }, unmerged), unmerged }
}

function mergeSlots(
  slots: readonly NamedSlot[],
  { base, mine, theirs }: Versions<AnyValues>,
  unmerged: Unmerged[],
  within = '',
): AnyValues {
  const entries = slots.map((slot) => {
    const { name } = slot
    const [before, own, saved] = [base[name]!, mine[name]!, theirs[name]!]
    if (isSame(own, before) || isSame(own, saved)) return [name, saved]
    if (isSame(saved, before)) return [name, own]
    if (slot.kind === 'list') return [name, mergeItems(slot, [before, own, saved] as AnyItem[][], unmerged)]
    unmerged.push({ label: within + slot.label, text: textOf(own) })
    return [name, saved]
  })
  return Object.fromEntries(entries) as AnyValues
}

type ListSlot = Extract<NamedSlot, { kind: 'list' }>

function mergeItems(slot: ListSlot, lists: AnyItem[][], unmerged: Unmerged[]): AnyItem[] {
  const [base = [], mine = [], theirs = []] = lists
  const isMoved = !isSame(
    base.filter(({ id }) => find(mine, id)).map(({ id }) => id),
    mine.filter(({ id }) => find(base, id)).map(({ id }) => id),
  )
  const ids = isMoved ? orderOf(mine, theirs) : orderOf(theirs, mine)
  return ids.flatMap((id, index) => {
    const [before, own, saved] = [find(base, id), find(mine, id), find(theirs, id)]
    const label = `${slot.item} ${index + 1}: `
    if (own && saved)
      return [
        { ...mergeSlots(slot.of, { base: before ?? {}, mine: own, theirs: saved }, unmerged, label), id },
      ]
    if (!before) return own ?? saved ?? []
    // A part that I removed stays if the other admin has changed it.
    if (saved) return isSame(saved, before) ? [] : saved
    if (own && !isSame(own, before)) unmerged.push({ label: slot.item, text: allText(slot.of, own) })
    return []
  })
}

function find(list: readonly AnyItem[], id: string): AnyItem | undefined {
  return list.find((item) => item.id === id)
}

/** The ids of `first`, plus the ids that only `second` has, each after the id that it follows in `second`. */
function orderOf(first: AnyItem[], second: AnyItem[]): string[] {
  const ids = first.map(({ id }) => id)
  for (const [index, { id }] of second.entries()) {
    if (ids.includes(id)) continue
    const before = second[index - 1]
    ids.splice(before ? ids.indexOf(before.id) + 1 : 0, 0, id)
  }
  return ids
}

function allText(of: readonly NamedSlot[], item: AnyItem): string {
  return of
    .map(({ name }) => textOf(item[name]!))
    .filter(Boolean)
    .join('\n')
}

function textOf(value: AnyValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `${value.length} parts`
  if ('file' in value) return value.file ? `${value.alt} (${value.file.split('/').at(-1)})` : ''
  return value.to ? `${value.label} (${value.to})` : ''
}
