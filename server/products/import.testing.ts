/** Sheets of products, and the desk that takes them in, for the tests of import and export. */
import { expect } from 'vitest'
import { csvHead, csvLine, type Cell } from '#server/text/csv.ts'
import type { Visitor } from '#test/visitor.ts'

export const sheet = (head: string[], ...rows: Cell[][]) => csvHead(head) + rows.map(csvLine).join('')

let named = 0
/** A name that no other test uses. */
export const fresh = (name: string) => `${name} ${++named}`

/** @param at the admin of the test that runs */
export function importDesk(at: () => Visitor) {
  const path = '/api/products/import'
  return {
    dryRun: async (csv: string) => (await at().post(path, { csv })).body,
    carryOut: (csv: string, plan?: string) => at().post(path, { csv, dryRun: false, plan }),
    one: async (id: string) => (await at().get(`/api/products/${id}`)).body,
    /** Puts a product in the catalogue and answers its id. */
    keep: async (name: string, form: object = {}): Promise<string> => {
      const { body: draft } = await at().post('/api/products')
      const whole = {
        name,
        price: 18,
        image: '',
        category: 'Coffee Beans',
        countInStock: 10,
        size: 340,
        ...form,
      }
      expect((await at().put(`/api/products/${draft._id}`, whole)).status).toBe(200)
      return draft._id
    },
  }
}
