/** Test helpers for import and export: builds CSV files and calls the import as an admin. */
import { expect } from 'vitest'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import type { Visitor } from '#test/visitor.ts'

export const sheet = (head: string[], ...rows: Cell[][]) => csvHead(head) + rows.map(csvLine).join('')

/** A file with all columns that its rows name. */
export function csvOf(rows: readonly Record<string, Cell>[]): string {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return csvLine(head) + rows.map((row) => csvLine(head.map((name) => row[name] ?? ''))).join('')
}

let named = 0
/** A unique name. */
export const fresh = (name: string) => `${name} ${++named}`

/** @param admin returns the admin visitor of the current test */
export function importClient(admin: () => Visitor) {
  const path = '/api/products/import'
  return {
    dryRun: async (csv: string) => (await admin().post(path, { csv })).body,
    carryOut: (csv: string, plan?: string) => admin().post(path, { csv, dryRun: false, plan }),
    one: async (id: string) => (await admin().get(`/api/products/${id}`)).body,
    /** Creates a product and returns its id. */
    create: async (name: string, form: object = {}): Promise<string> => {
      const { body: draft } = await admin().post('/api/products')
      const whole = {
        name,
        price: 18,
        image: '',
        category: 'Coffee Beans',
        countInStock: 10,
        size: 340,
        ...form,
      }
      expect((await admin().put(`/api/products/${draft._id}`, whole)).status).toBe(200)
      return draft._id
    },
  }
}
