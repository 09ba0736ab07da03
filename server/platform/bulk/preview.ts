/** The preview of a bulk change: it fixes the rows and their versions, and shows what would change. */
import type { BulkLeftOut, BulkPreview, BulkPreviewRow } from '#shared/platform/api/bulk.ts'
import { MAX_BULK } from '#shared/platform/bulk.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { ROLE_TEXTS } from '#shared/kernel/role-texts.ts'
import { admits } from '#shared/kernel/roles.ts'
import { badRequest, Refusal } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'
import { actionOf, type BulkAction, type BulkList, type BulkRow, type Plan } from './bulk-list.ts'

type Choice<Filter> = { ids: string[] } | { filter: Filter; except: string[] }

/**
 * What an action would change of the chosen rows. Throws 403 if the role may not do it at all, and 400 for more rows than one
 * bulk change may have.
 */
export async function previewBulk<Row, Action extends { kind: string }, Filter>(
  shop: Shop,
  user: SignedIn,
  list: BulkList<Row, Action, Filter>,
  { choice, action }: { choice: Choice<Filter>; action: Action },
): Promise<BulkPreview> {
  const does = actionOf(list, action)
  requireMay(user, does)
  const ids = await chosenIds(shop, list, choice)
  const since = isoNow(shop.clock)
  const existing = ids.length === 0 ? [] : await list.read(shop.db, ids)
  const found = new Map(existing.map((row) => [row._id, row]))
  const planned: Planned<Row>[] = []
  const left: BulkLeftOut[] = []
  for (const id of ids) {
    const row = found.get(id)
    if (!row) {
      left.push({ _id: id, name: '', why: 'rule', reason: GONE })
      continue
    }
    const inputs = does.inputs?.(row.row)
    const plan = does.plan(row.row, action, { shop, user })
    const why = leftOut(plan, inputs !== undefined)
    if (why) left.push({ _id: id, name: row.name, ...why })
    else planned.push({ row, plan: plan as Fit, shown: shownOf(does, row, plan as Fit, inputs) })
  }
  const rows = planned.map(({ row }) => row.row)
  const notes = rows.length > 0 ? await does.notes?.(rows, action, { shop, user }) : undefined
  return {
    id: newId(shop.clock),
    since,
    rows: planned.map(({ shown }) => shown),
    left,
    largest: largestOf(planned),
    notes: notes ?? [],
  }
}

export const GONE = 'It is no longer in the list'

type Fit = Exclude<Plan, { refused: string }>
type Planned<Row> = { row: BulkRow<Row>; plan: Fit; shown: BulkPreviewRow }

/** Throws 403. */
export function requireMay<Row, Action>({ role }: SignedIn, { access }: BulkAction<Row, Action>): void {
  if (admits(access, role)) return
  throw new Refusal(403, `Your role is ${role ? ROLE_TEXTS[role].name : 'none'}, which may not do this`)
}

/** The chosen ids, each once. Throws 400 for too many. */
export async function chosenIds<Row, Action extends { kind: string }, Filter>(
  shop: Shop,
  list: BulkList<Row, Action, Filter>,
  choice: Choice<Filter>,
): Promise<string[]> {
  if ('ids' in choice) {
    const chosen = [...new Set(choice.ids)]
    if (chosen.length <= MAX_BULK) return chosen
    throw badRequest(`At most ${MAX_BULK} rows can be changed at once. Choose fewer`)
  }
  const except = new Set(choice.except)
  const all = await list.find(shop, choice.filter, MAX_BULK + except.size + 1)
  const ids = all.filter((id) => !except.has(id))
  if (ids.length > MAX_BULK)
    throw badRequest(
      `More than ${formatNumber(MAX_BULK)} ${list.many} match. At most ${MAX_BULK} can be changed at once: narrow the filters, or choose fewer`,
    )
  return ids
}

function leftOut(plan: Plan, hasInputs: boolean): Omit<BulkLeftOut, '_id' | 'name'> | null {
  if ('refused' in plan) return { why: 'rule', reason: plan.refused }
  return plan.changes.length === 0 && !hasInputs ? { why: 'same', reason: 'It is so already' } : null
}

function shownOf<Row, Action>(
  does: BulkAction<Row, Action>,
  row: BulkRow<Row>,
  { changes }: Fit,
  inputs: BulkPreviewRow['inputs'],
): BulkPreviewRow {
  const { _id, name } = row
  return { _id, name, version: versionFor(does, row), changes, ...(inputs ? { inputs } : {}) }
}

/** The version of a row that an action must find again. */
export function versionFor<Row, Action>({ versionOf }: BulkAction<Row, Action>, row: BulkRow<Row>): string {
  return versionOf ? versionOf(row) : row.version
}

function largestOf<Row>(planned: readonly Planned<Row>[]): string | null {
  const sized = planned.flatMap(({ row, plan }) => (plan.size ? { name: row.name, ...plan.size } : []))
  const largest = sized.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))[0]
  return largest ? `${largest.name}: ${largest.text}` : null
}
