/**
 * The order that is typed: kept on this device, so that it survives a reload and a lost network, and is the same in all tabs.
 * It is deleted when the order is placed.
 */
import { useMemo, useState, useSyncExternalStore } from 'react'
import { toCents } from '#shared/kernel/pricing.ts'
import type { OrderForm, OrderRow } from '#shared/wholesale/api/account-orders.ts'
import { missingTo, sumOrder } from '#shared/wholesale/order-sums.ts'
import { nextBreak } from '#shared/wholesale/prices.ts'
import { localText } from '#app/platform/session/local-text.ts'
import { signedInUserId } from '#app/platform/session/session.ts'
import { objectOf, parseObject, textOf } from '#app/platform/session/stored-json.ts'

/** Pieces of a size in one grind. A row of the table has one entry, or several in different grinds. */
export type Entry = { sizeId: string; grind: string; qty: number }

export type TypedOrder = {
  entries: Entry[]
  deliversOn: string
  poNumber: string
  note: string
}

const NOTHING: readonly Entry[] = []

/** A row with one of its entries. */
export type Line = { row: OrderRow; entry: Entry; isFirst: boolean }

/** @param first what is ordered if nothing is typed yet, such as the lines of last time; by default nothing */
export function useOrder(form: OrderForm, first: readonly Entry[] = NOTHING) {
  const { store, key } = useStore(form)
  const text = useSyncExternalStore(store.subscribe, store.read, () => null)
  const typed = useMemo(() => typedOf(text, form, first), [text, form, first])
  const write = (changes: Partial<TypedOrder>) => store.write(JSON.stringify({ ...typed, ...changes }))
  const lines = linesOf(form, typed.entries)
  const ordered = lines.filter(({ entry }) => entry.qty > 0)
  return {
    key,
    typed,
    lines,
    ordered,
    sums: sumsOf(form, ordered),
    delivery: form.deliveries.find(({ deliversOn }) => deliversOn === typed.deliversOn),
    write,
    setQty: ({ sizeId, grind }: Entry, qty: number) =>
      write({ entries: withEntry(typed.entries, { sizeId, grind, qty: Math.max(0, qty) }) }),
    /** Moves the pieces of an entry to another grind. */
    setGrind: (entry: Entry, grind: string) =>
      write({
        entries: withEntry(
          typed.entries.filter((each) => !isSame(each, entry)),
          { ...entry, grind, qty: entry.qty + qtyOf(typed.entries, { ...entry, grind }) },
        ),
      }),
    /** Replaces what is typed by other lines; those that can no longer be ordered are left out. Returns their number. */
    load: (entries: readonly Entry[]) => {
      const known = entries.filter(({ sizeId }) => form.rows.some((row) => row.sizeId === sizeId))
      write({ entries: known.reduce(withEntry, [] as Entry[]) })
      return entries.length - known.length
    },
    /** Adds pieces to what is typed. */
    add: (entries: readonly Entry[]) =>
      write({
        entries: entries.reduce(
          (all, entry) => withEntry(all, { ...entry, qty: entry.qty + qtyOf(all, entry) }),
          typed.entries,
        ),
      }),
    forget: () => store.write(null),
  }
}

export type Order = ReturnType<typeof useOrder>

function useStore({ location, changes }: OrderForm) {
  const key = `account-order:${signedInUserId() ?? ''}:${location._id}:${changes?._id ?? ''}`
  const [opened, setOpened] = useState(() => ({ key, store: localText(key) }))
  if (opened.key === key) return opened
  const next = { key, store: localText(key) }
  setOpened(next)
  return next
}

/** What is stored; otherwise the order that is changed, or an empty one for the next delivery. */
function typedOf(
  text: string | null,
  { deliveries, changes, rows }: OrderForm,
  begin: readonly Entry[],
): TypedOrder {
  const stored = parseObject(text)
  const first = deliveries[0]?.deliversOn ?? ''
  if (!stored) {
    const { lines = [...begin], deliversOn = first, poNumber = '', note = '' } = changes ?? {}
    return { entries: lines, deliversOn, poNumber, note }
  }
  const sizes = new Set(rows.map(({ sizeId }) => sizeId))
  const list = Array.isArray(stored['entries']) ? stored['entries'] : []
  const entries = list.flatMap((each): Entry[] => {
    const { sizeId, grind, qty } = objectOf(each) ?? {}
    const isEntry = sizes.has(textOf(sizeId)) && Number.isInteger(qty) && (qty as number) >= 0
    return isEntry ? [{ sizeId: textOf(sizeId), grind: textOf(grind), qty: qty as number }] : []
  })
  const day = textOf(stored['deliversOn'])
  const isOpen = deliveries.some(({ deliversOn }) => deliversOn === day) || day === changes?.deliversOn
  return {
    entries,
    deliversOn: isOpen ? day : first,
    poNumber: textOf(stored['poNumber']),
    note: textOf(stored['note']),
  }
}

/** A line per row, and one more for each further grind that was chosen. */
function linesOf({ rows }: OrderForm, entries: readonly Entry[]): Line[] {
  return rows.flatMap((row) => {
    const own = entries.filter(({ sizeId }) => sizeId === row.sizeId)
    const shown = own.length > 0 ? own : [{ sizeId: row.sizeId, grind: row.grinds[0] ?? '', qty: 0 }]
    return shown.map((entry, index) => ({ row, entry, isFirst: index === 0 }))
  })
}

function sumsOf(form: OrderForm, ordered: readonly Line[]) {
  const prices = {
    percentOff: null,
    floorCents: form.floor === null ? null : toCents(form.floor),
    breaks: form.breaks,
    prices: [],
  }
  const lines = ordered.map(({ row, entry }) => ({
    sizeId: row.sizeId,
    category: row.category,
    grams: row.grams,
    listCents: 0,
    ownCents: toCents(row.price),
    isTaxed: row.isTaxed,
    qty: entry.qty,
  }))
  const tax = { state: '', thousandths: form.taxThousandths }
  const sums = sumOrder(lines, { prices, state: '', tax })
  return {
    ...sums,
    totalCents: sums.itemsCents + sums.taxCents,
    missing: missingTo(form.minimum, sums),
    nextBreak: nextBreak(prices, sums.grams),
  }
}

function withEntry(entries: readonly Entry[], entry: Entry): Entry[] {
  const index = entries.findIndex((each) => isSame(each, entry))
  return index === -1 ? [...entries, entry] : entries.with(index, entry)
}

const qtyOf = (entries: readonly Entry[], entry: Entry) =>
  entries.find((each) => isSame(each, entry))?.qty ?? 0

const isSame = (one: Entry, other: Entry) => one.sizeId === other.sizeId && one.grind === other.grind
