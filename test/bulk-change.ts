/** A bulk change of products. */
import { sendUntilAccepted } from './send-until-accepted.ts'
import type { Visitor } from './visitor.ts'

/** Raises the prices of products by 50 cents. Returns the id of the bulk change. */
export async function changeInBulk(admin: Visitor, ids: string[]): Promise<string> {
  const action = { kind: 'price', by: 'dollars', value: 0.5, ending: null }
  const { body } = await sendUntilAccepted(() =>
    admin.post('/api/products/bulk/preview', { choice: { ids }, action }),
  )
  const rows = body.rows.map(({ _id, version }: { _id: string; version: string }) => ({ _id, version }))
  await sendUntilAccepted(() => admin.post('/api/products/bulk/apply', { id: body.id, action, rows }))
  return body.id
}
