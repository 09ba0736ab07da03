/** Kills the shop while it applies an import. After the next start, each customer must exist exactly once. */
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { csvLine } from '#server/kernel/text/csv.ts'
import type { ImportRun } from '#shared/backoffice/api/imports.ts'
import { formOf } from '../form.ts'
import { ownerAt } from './buying.ts'
import { until, type Caller } from './caller.ts'
import { withOpenDatabase } from './consistency.ts'
import { crashing, expectNoResponse, withSite, type Site } from './crash.ts'

const CUSTOMERS = 120
/** Longer than the claim of a process that died. */
const PATIENCE_S = 60

export async function crashDuringImport(site: Site, point: CrashPoint): Promise<string[]> {
  const domain = `${point}-${Date.now()}.example`
  const id = await crashing(site, point, async (shop) => {
    const owner = await ownerAt(shop.origin)
    const { payload, headers } = formOf('file', [{ name: 'c.csv', type: 'text/csv', bytes: fileOf(domain) }])
    const { body } = await owner.post('/api/imports/customers', payload, headers)
    await untilIs(owner, body._id, 'ready')
    await owner.post(`/api/imports/${body._id}/start`).catch(expectNoResponse)
    return body._id as string
  })
  const run = await withSite(site, async (shop) => untilIs(await ownerAt(shop.origin), id, 'done'))
  const found = await withOpenDatabase(site.place, async (db) => {
    const users = await db.selectFrom('users').select('id').where('email', 'like', `%@${domain}`).execute()
    const ids = users.map((user) => user.id)
    const addresses = await db.selectFrom('addresses').select('id').where('user_id', 'in', ids).execute()
    const lines = await db.selectFrom('record_lines').select('id').where('subject_id', 'in', ids).execute()
    return { accounts: ids.length, addresses: addresses.length, 'lines of the change log': lines.length }
  })
  return Object.entries({ ...found, 'customers marked as applied': run.done })
    .filter(([, count]) => count !== CUSTOMERS)
    .map(([what, count]) => `${point}: ${count} ${what} instead of ${CUSTOMERS}`)
}

function fileOf(domain: string): string {
  const head = ['Name', 'Email', 'Address', 'City', 'State', 'ZIP']
  const rows = Array.from({ length: CUSTOMERS }, (_, index) =>
    csvLine([`Customer ${index}`, `c${index}@${domain}`, `${index + 1} Maple Ave`, 'Vienna', 'VA', '22180']),
  )
  return csvLine(head) + rows.join('')
}

async function untilIs(owner: Caller, id: string, state: ImportRun['state']): Promise<ImportRun> {
  const { body } = await until(
    () => owner.get(`/api/imports/${id}`),
    (answer) => answer.body.state === state,
    PATIENCE_S,
  )
  if (body.state !== state) throw new Error(`The import is ${JSON.stringify(body)}, not ${state}`)
  return body
}
