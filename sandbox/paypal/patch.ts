/** `PATCH /v2/checkout/orders/{id}`: changes the amount, the address or the texts of an order that is not captured. */
import { isJson, parseJson, type Reply } from '../server.ts'
import type { Problem } from './issues.ts'
import { refuse, unknownOrder, type CallInput, type Context } from './orders.ts'
import type { OrderRequest } from './shapes.ts'
import { requestOf, type StoredOrder } from './store.ts'
import { orderProblems } from './validate.ts'

/** The fields of a purchase unit that PayPal allows to change, and that the sandbox knows. */
const FIELDS = [
  'amount',
  'custom_id',
  'description',
  'invoice_id',
  'items',
  'shipping/address',
  'shipping/name',
] as const

type Change = { unit: number; field: string[]; value: unknown }

/** 204 without a body. The changed order must be valid as a whole. */
export function patchOrder(context: Context, id: string, input: CallInput): Reply {
  const order = context.store.find(id)
  if (!order) return unknownOrder(context)
  const patches = parseJson(input.body)
  if (!Array.isArray(patches)) return refuse(context, [{ issue: 'MALFORMED_REQUEST_JSON' }])
  if (order.capture) return refuse(context, [{ issue: 'ORDER_ALREADY_COMPLETED' }])
  const request = requestOf(order)
  for (const patch of patches as unknown[]) {
    const change = changeOf(patch, request)
    if ('issue' in change) return refuse(context, [change])
    apply(request, change)
  }
  const problems = orderProblems(request)
  if (problems.length > 0) return refuse(context, problems)
  if (isFixed(order, request)) return refuse(context, [{ issue: 'AMOUNT_CHANGE_NOT_ALLOWED' }])
  context.store.change(order, { request: JSON.stringify(request) })
  return { status: 204, body: Buffer.alloc(0) }
}

/** A change of a patch, or what is wrong with it. */
function changeOf(patch: unknown, { purchase_units: units }: OrderRequest): Change | Problem {
  if (!isJson(patch)) return { issue: 'INVALID_PARAMETER_SYNTAX' }
  const { op, path, value } = patch
  if (op === undefined) return { issue: 'MISSING_REQUIRED_PARAMETER', field: '/op' }
  if (op !== 'add' && op !== 'replace') return { issue: 'INVALID_PATCH_OPERATION', field: '/op' }
  if (typeof path !== 'string' || path === '') return { issue: 'PATCH_PATH_REQUIRED', field: '/path' }
  if (value === undefined) return { issue: 'PATCH_VALUE_REQUIRED', field: '/value' }
  const found = /^\/purchase_units\/@reference_id=='([^']*)'\/(.+)$/.exec(path)
  if (!found) return { issue: path.startsWith('/') ? 'NOT_PATCHABLE' : 'INVALID_JSON_POINTER_FORMAT' }
  const [, reference, field = ''] = found
  const unit = units.findIndex((each) => (each.reference_id ?? 'default') === reference)
  if (unit === -1) return { issue: 'REFERENCE_ID_NOT_FOUND', field: '/path' }
  if (!FIELDS.some((known) => known === field)) return { issue: 'NOT_PATCHABLE', field: '/path' }
  return { unit, field: field.split('/'), value }
}

function apply({ purchase_units: units }: OrderRequest, { unit, field, value }: Change): void {
  const last = field.at(-1) ?? ''
  let target = units[unit] as unknown as Record<string, unknown>
  for (const name of field.slice(0, -1)) {
    const next = isJson(target[name]) ? target[name] : {}
    target[name] = next
    target = next
  }
  target[last] = value
}

/**
 * Whether the amount differs from the one that the buyer has approved. With the action CONTINUE the buyer of a PayPal account
 * expects the last step in the shop, where the amount may still change.
 */
function isFixed(order: StoredOrder, changed: OrderRequest): boolean {
  const before = requestOf(order)
  const action = before.payment_source?.paypal?.experience_context?.user_action
  const isSame = before.purchase_units.every(
    ({ amount }, index) => amount.value === changed.purchase_units[index]?.amount.value,
  )
  return order.choice !== null && action !== 'CONTINUE' && !isSame
}
