import { useState } from 'react'
import type { CounterGoods } from '#shared/checkout/api/counter-goods.ts'
import type { counter, CounterQuote } from '#shared/checkout/api/counter.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { objectOf } from '#app/platform/session/stored-json.ts'
import { announce } from '#app/platform/ui/live-region.tsx'

type Size = CounterGoods['sizes'][number]

/** A line of goods that staff chose. Its price is that of the list; the quote has the price that is charged. */
export type TicketLine = {
  key: string
  product: string
  sizeId: string
  name: string
  label: string
  price: number
  left: number
  isRoastedToOrder: boolean
  grind: string
  grinds: readonly string[]
  qty: number
}

export type Ticket = ReturnType<typeof ticketOf>

/** The goods of an order that is gone with the page. */
export function useTicket(start: TicketLine[]): Ticket {
  return ticketOf(...useState(start))
}

type SetLines = (change: (lines: TicketLine[]) => TicketLine[]) => void

/** The goods of a sale. The same goods in the same grind are one line. */
export function ticketOf(lines: TicketLine[], setLines: SetLines) {
  const add = (goods: CounterGoods, size: Size) => {
    const line = lineOf(goods, size)
    setLines((all) =>
      all.some(({ key }) => key === line.key)
        ? all.map((each) => (each.key === line.key ? { ...each, qty: each.qty + 1 } : each))
        : [...all, line],
    )
    announce(`${titleOf(line)} added`)
  }
  /** A line without pieces is removed. */
  const setQty = (key: string, qty: number) =>
    setLines((all) => all.flatMap((each) => (each.key !== key ? [each] : qty < 1 ? [] : [{ ...each, qty }])))
  const setGrind = (key: string, grind: string) => setLines((all) => ground(all, key, grind))
  return { lines, add, setQty, setGrind }
}

export const titleOf = ({ name, label }: Pick<TicketLine, 'name' | 'label'>) =>
  label ? `${name}, ${label}` : name

type Again = Pick<Reply<typeof counter.again>, 'lines' | 'goods'>

/** The lines of an earlier order with the goods of today. `gone` are the names of those that are no longer on sale. */
export function linesAgain({ lines, goods }: Again): { lines: TicketLine[]; gone: string[] } {
  const found = lines.map(({ sizeId, grind, qty, name }) => {
    const now = goods.find(({ sizes }) => sizes.some((size) => size.sizeId === sizeId))
    const size = now?.sizes.find((each) => each.sizeId === sizeId)
    if (!now || !size) return name
    const line = lineOf(now, size)
    const ofToday = now.grinds.includes(grind) ? grind : line.grind
    return { ...line, grind: ofToday, key: `${sizeId} ${ofToday}`, qty }
  })
  return {
    lines: found.filter((each) => typeof each === 'object'),
    gone: found.filter((each) => typeof each === 'string'),
  }
}

/** The lines in stored JSON. A line of another version of the site is left out. */
export function linesIn(value: unknown): TicketLine[] {
  return Array.isArray(value) ? value.filter(isLine) : []
}

function isLine(value: unknown): value is TicketLine {
  const line = objectOf(value)
  const are = (type: string, ...names: (keyof TicketLine)[]) =>
    names.every((name) => typeof line?.[name] === type)
  return (
    are('string', 'key', 'product', 'sizeId', 'name', 'label', 'grind') &&
    are('number', 'price', 'left', 'qty') &&
    Array.isArray(line?.grinds)
  )
}

function lineOf({ product, name, grinds, isRoastedToOrder }: CounterGoods, size: Size): TicketLine {
  const { sizeId, label, price, left } = size
  const grind = grinds.length > 0 ? WHOLE_BEAN : ''
  const goods = { product, name, grinds, isRoastedToOrder }
  return { ...goods, key: `${sizeId} ${grind}`, sizeId, label, price, left, grind, qty: 1 }
}

/** Changes the grind of a line. If the same goods are there in that grind, the two become one line. */
function ground(lines: TicketLine[], key: string, grind: string): TicketLine[] {
  const line = lines.find((each) => each.key === key)
  if (!line) return lines
  const next = { ...line, grind, key: `${line.sizeId} ${grind}` }
  const same = lines.find((each) => each.key === next.key)
  if (!same || same === line) return lines.map((each) => (each === line ? next : each))
  return lines.flatMap((each) =>
    each === line ? [] : each === same ? [{ ...same, qty: same.qty + line.qty }] : [each],
  )
}

/** The goods as the contract takes them. */
export function orderItemsOf(lines: readonly TicketLine[]) {
  return lines.map(({ product, sizeId, grind, qty }) => {
    return { _id: product, sizeId, ...(grind ? { grind } : {}), qty }
  })
}

/** The amounts of a quote, with which an order is placed: it is refused if they have changed. */
export function shownOf(quote: CounterQuote) {
  const { itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice, giftCardPrice } = quote
  return { itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice, giftCardPrice }
}
