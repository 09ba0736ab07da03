/** The bulk changes of orders: delivered, a note, and the export of the chosen ones. */
import { createHash } from 'node:crypto'
import { ORDER_STATES } from '#shared/kernel/order-states.ts'
import { counted, plural } from '#shared/kernel/counts.ts'
import type { orderBulk, OrderAction } from '#shared/checkout/api/order-bulk.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { BulkList, BulkRow, Plan } from '#server/platform/bulk/bulk-list.ts'
import { chosenIds, previewBulk } from '#server/platform/bulk/preview.ts'
import { applyBulk, undoBulk } from '#server/platform/bulk/run.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { hasMailedBuyer } from '#server/platform/outbox/order-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { ON_ITS_WAY_BACK, returnsAllOfOrder } from '#server/roastery/open-lines/money-back.ts'
import { deliver } from '../fulfill/fulfill.ts'
import { handOver, takeBack } from '../fulfill/pickup.ts'
import { lockOrder } from '../read/order.ts'
import { findOrderIds, type OrderFilter } from '../read/list.ts'
import { exportOrders } from './export-orders.ts'

type Note = { id: string; actor: string; text: string }

/** `notes`: the newest first. */
type OrderOfBulk = { order: OrderRow & { returns_all: 0 | 1 }; notes: Note[] }

/**
 * What *Undo* needs: of a note, the hash of its text. Earlier versions kept the text. Null: a delivery, which is not undone.
 * 'taken back': a change that was an undo itself.
 */
type Kept = { note: string; by: string } | 'handover' | 'taken back' | null

const ORDERS: BulkList<OrderOfBulk, OrderAction, OrderFilter> = {
  name: 'orders',
  subject: 'order',
  many: 'orders',
  find: findOrderIds,
  read: readForBulk,
  lock: (tx, _shop, id) => lockOrder(tx, id, [...ORDER_STATES]),
  actions: {
    delivered: {
      access: 'admin',
      title: () => 'Marked delivered',
      plan: delivered,
      write: async (tx, { order }, _action, { shop, user }) => {
        const isDone = order.is_pickup
          ? await handOver(tx, shop, order.id, user, { isLogged: false })
          : await deliver(tx, shop, order.id, user, { isLogged: false })
        if (!isDone) throw conflict(UNPAID)
      },
      notes: async (rows) => {
        const mails = rows.filter(({ order }) => hasMailedBuyer(order)).length
        return [
          mails === 0
            ? 'No email goes out.'
            : `${counted(mails, 'email')} to buyers ${plural(mails, 'goes', 'go')} out.`,
        ]
      },
    },
    note: {
      access: 'admin',
      title: () => 'Added a note',
      // As in the change log, the text of the note is only in the order: a note that was removed is kept nowhere.
      keptOf: ({ kind, text }) => ({ kind, hash: hashOf(text) }),
      // A note can be added in every state of the order.
      versionOf: () => '',
      plan: (_row, { text }, { user }) => ({
        changes: [{ field: 'Note', before: '', after: 'added' }],
        kept: { note: hashOf(text), by: user.name } satisfies Kept,
      }),
      write: (tx, { order }, { text }, { shop, user }) =>
        tx
          .insertInto('order_notes')
          .values({
            id: newId(shop.clock),
            order_id: order.id,
            at: isoNow(shop.clock),
            actor: user.name,
            text,
          })
          .execute(),
      notes: async () => ['No email goes out. Buyers never see notes.'],
    },
  },
  restore: {
    anyVersion: true,
    plan: restored,
    write: async (tx, row, kept: Kept, { shop, user }) => {
      if (kept === 'handover') await takeBack(tx, shop, row.order.id, user, { isLogged: false })
      const note = noteOf(row, kept)
      if (note) await tx.deleteFrom('order_notes').where('id', '=', note.id).execute()
    },
  },
  changed: (shop) => shop.mailSignal.raise(),
}

export const orderBulkRoutes: Handlers<typeof orderBulk> = {
  preview: ({ shop, user, body }) => previewBulk(shop, user, ORDERS, body),
  apply: ({ shop, user, body }) => applyBulk(shop, user, ORDERS, body),
  undo: ({ shop, user, body }) => undoBulk(shop, user, ORDERS, body),
  export: async ({ shop, user, body }) => exportOrders(shop, user, await chosenOrders(shop, body.choice)),
}

/** The ids of the chosen orders, or of those that match the filters. Throws 400 for more than one bulk change may have. */
export function chosenOrders(
  shop: Shop,
  choice: { ids: string[] } | { filter: OrderFilter; except: string[] },
): Promise<string[]> {
  return chosenIds(shop, ORDERS, choice)
}

async function readForBulk(db: Db, ids: readonly string[]): Promise<BulkRow<OrderOfBulk>[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .select(returnsAllOfOrder.as('returns_all'))
    .where('id', 'in', ids)
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  const notes = await db
    .selectFrom('order_notes')
    .select(['id', 'order_id', 'actor', 'text'])
    .where('order_id', 'in', ids)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const byOrder = Map.groupBy(notes, ({ order_id: order }) => order)
  return ids.flatMap((id) => {
    const order = found.get(id)
    if (!order) return []
    const { number, buyer_name: buyer, state, refunded_cents: refunded, ready_at: ready } = order
    return {
      _id: id,
      name: `Order ${number ?? id} of ${buyer}`,
      version: `${state} ${refunded} ${ready ?? ''}`,
      row: { order, notes: byOrder.get(id) ?? [] },
    }
  })
}

const UNPAID = 'Only a paid order can be marked delivered'

function delivered({ order }: OrderOfBulk): Plan {
  const { state, is_gift_card: isGiftCard, returns_all: returnsAll } = order
  if (state === 'delivered') return { changes: [], kept: null }
  if (isGiftCard) return { refused: 'A gift card is delivered when it is paid' }
  if (state !== 'paid' && state !== 'shipped') return { refused: UNPAID }
  if (state === 'paid' && returnsAll) return { refused: ON_ITS_WAY_BACK }
  const kept: Kept = order.is_pickup ? 'handover' : null
  return { changes: [{ field: 'Status', before: state, after: 'delivered' }], kept }
}

function restored(row: OrderOfBulk, kept: Kept): Plan {
  if (kept === null) return { refused: 'Its buyer was told, so it stays delivered' }
  if (kept === 'taken back') return { refused: 'It was taken back. Do it anew from the list of orders' }
  if (kept !== 'handover')
    return noteOf(row, kept)
      ? { changes: [{ field: 'Note', before: 'added', after: '' }], kept: 'taken back' satisfies Kept }
      : { refused: 'Its note was removed' }
  const { state } = row.order
  return state === 'delivered'
    ? { changes: [{ field: 'Status', before: state, after: 'paid' }], kept: 'taken back' satisfies Kept }
    : { refused: 'It is not handed over anymore' }
}

function noteOf({ notes }: OrderOfBulk, kept: Kept): Note | undefined {
  if (kept === null || typeof kept === 'string') return undefined
  return notes.find(
    ({ actor, text }) => actor === kept.by && (hashOf(text) === kept.note || text === kept.note),
  )
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
