/** The bulk changes of the list of orders. */
import { useNavigate } from 'react-router'
import { orderBulk, type OrderAction } from '#shared/checkout/api/order-bulk.ts'
import { NOTE_MAX } from '#shared/checkout/api/order-admin.ts'
import type { orders as list } from '#shared/checkout/api/orders.ts'
import type { Query } from '#shared/platform/api/endpoint.ts'
import { counted } from '#shared/kernel/counts.ts'
import { labelBatches } from '#shared/shipping/api/label-batches.ts'
import { call } from '#app/platform/api/call.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import type { BulkActions } from '#app/platform/admin/bulk/actions.ts'
import type { Wanted } from '#app/platform/admin/bulk/use-choice.ts'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'

type Filters = Query<typeof list.list>
type Filter = { [K in 'keyword' | 'state' | 'user' | 'only']: Filters[K] | undefined }

const orders = (count: number) => counted(count, 'order')

/** The actions for chosen orders. Those about labels lead to the batch under To ship, which says what it costs. */
export function useOrderActions(): BulkActions<Filter> {
  const navigate = useNavigate()
  const inBatch = (to: (batch: string) => string) => async (choice: Wanted<Filter>) => {
    const { _id } = await call(labelBatches.fromList, { body: { choice, ship: true } })
    await navigate(to(_id))
  }
  return {
    endpoints: orderBulk,
    one: 'order',
    collections: ['orders', 'desk', 'shippo', 'pickup'],
    actions: [
      { label: 'Ship and print', run: inBatch((batch) => `/admin/shipping?batch=${batch}`) },
      { label: 'Packing slips', run: inBatch((batch) => `/admin/shipping/slips?batch=${batch}`) },
      {
        label: 'Mark delivered',
        press: (count) => `Mark ${orders(count)} delivered`,
        read: (): OrderAction => ({ kind: 'delivered' }),
      },
      {
        label: 'Add a note',
        press: (count) => `Add the note to ${orders(count)}`,
        fields: (
          <TextareaField
            label="Note"
            name="text"
            maxLength={NOTE_MAX}
            required
            hint="Only those who run the shop see it."
          />
        ),
        read: (form): OrderAction => ({ kind: 'note', text: textOf(form, 'text') }),
      },
      { label: 'Export', run: (choice) => saveFile(orderBulk.export, { body: { choice } }) },
    ],
  }
}
