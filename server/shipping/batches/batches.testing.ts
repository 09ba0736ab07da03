/** The calls with which a test makes and runs batches of labels. */
import { expect } from 'vitest'
import type { LabelBatch } from '#shared/shipping/api/label-batches.ts'
import type { LabelActors } from '../labels/labels.testing.ts'

export function batchCalls(actors: () => LabelActors) {
  async function batchOf(orders: string[] | 'all', more: object = {}): Promise<LabelBatch> {
    const { status, body, text } = await actors().admin.post('/api/label-batches', { orders, ...more })
    expect(status, text).toBe(201)
    return body
  }

  const read = async (id: string): Promise<LabelBatch> =>
    (await actors().admin.get(`/api/label-batches/${id}`)).body

  /** Runs a batch until nothing is left, and returns it. */
  async function run(id: string): Promise<LabelBatch> {
    for (let request = 0; request < 20; request++) {
      const { status, body, text } = await actors().admin.post(`/api/label-batches/${id}/run`)
      expect(status, text).toBe(200)
      if (body.waiting === 0) return read(id)
    }
    throw new Error('The batch does not end')
  }

  return { batchOf, read, run }
}
