/** Sends an order once, and keeps what the server refused, with what is possible instead. */
import { useMutation } from '@tanstack/react-query'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { accountOrders, AccountOrder, OrderForm } from '#shared/wholesale/api/account-orders.ts'
import { CallError, fieldsIn } from '#app/platform/api/call.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import type { Entry, Order } from './use-order.ts'

export type WantedOrder = Body<typeof accountOrders.place>
/** What is known of an order that was placed. */
export type Placed = Pick<AccountOrder, '_id' | 'number' | 'state'>
export type SendOrder = (body: WantedOrder, idempotencyKey: string) => Promise<Placed>

/** What differs from the typed order: another way to pay, a known PO number, another day, or a part of the lines. */
export type Instead = Partial<Pick<WantedOrder, 'payBy' | 'repeatsPo' | 'deliversOn' | 'lines'>>

type Sending = {
  /** Cents that the buyer saw; null if the price of shipping is not known. */
  totalCents: number | null
  form: OrderForm
  order: Order
  send: SendOrder
  onSent: (order: Placed) => void
  reload: () => void
}

export function useSending({ form, order, totalCents, send, onSent, reload }: Sending) {
  const once = useSendOnce()
  const sending = useMutation({
    mutationFn: (instead: Instead) => {
      const body = bodyOf(form, order, totalCents, instead)
      return once(body, (key) => send(body, key))
    },
    onSuccess: (placed, { lines }) => {
      // A part was sent: the rest stays typed.
      if (lines) return
      order.forget()
      onSent(placed)
    },
    onError: (error) => {
      if (['prices', 'stock', 'day', 'closed'].includes(codeOf(error))) reload()
    },
  })
  const { error } = sending
  return {
    isSending: sending.isPending,
    error,
    code: codeOf(error),
    data: error instanceof CallError ? error.data : {},
    problems: fieldsIn(error),
    send: (instead: Instead) => sending.mutate(instead),
    sendAsync: (instead: Instead) => sending.mutateAsync(instead),
    reset: () => sending.reset(),
    onSent,
  }
}

export type SendingOrder = ReturnType<typeof useSending>

function codeOf(error: unknown): string {
  const code = error instanceof CallError ? error.data['code'] : ''
  return typeof code === 'string' ? code : ''
}

function bodyOf(
  form: OrderForm,
  { typed, ordered }: Order,
  totalCents: number | null,
  instead: Instead,
): WantedOrder {
  const { company, location, changes } = form
  return {
    company: company._id,
    location: location._id,
    lines: linesOf(ordered),
    deliversOn: typed.deliversOn,
    payBy: company.onAccount ? 'account' : 'now',
    poNumber: typed.poNumber,
    note: typed.note,
    repeatsPo: false,
    ...(!instead.lines && totalCents !== null ? { total: toDollars(totalCents) } : {}),
    ...(changes ? { changes: changes._id } : {}),
    ...instead,
  }
}

/** The lines as the contract takes them. */
export const linesOf = (ordered: Order['ordered']): WantedOrder['lines'] =>
  ordered.map(({ row, entry }) => ({ product: row.product, ...entry }))

/** The lines of a split, as the refusal of a full day has them. */
export function splitOf(data: Record<string, unknown>) {
  const split = data['split'] as
    | { now: WantedOrder['lines']; later: WantedOrder['lines']; laterOn: string }
    | null
    | undefined
  return split ?? null
}

export const entriesOf = (lines: WantedOrder['lines']): Entry[] =>
  lines.map(({ sizeId, grind, qty }) => ({ sizeId, grind, qty }))
