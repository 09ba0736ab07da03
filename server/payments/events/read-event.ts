/** Parses a PayPal webhook event. The body is untrusted: only its type and the ids in it are read. */

/** The ids in an event: PayPal's ids of order, capture, dispute and payment token, and the shop's order id (`ours`). */
export type About = { order?: string; capture?: string; dispute?: string; token?: string; ours?: string }

export type PaypalEvent = { id: string; type: string; about: About }

/** Parses the body of a webhook request. Returns null if the body is not an event. */
export function readEvent(body: Buffer): PaypalEvent | null {
  const event = parse(body)
  const id = textAt(event, 'id')
  const type = textAt(event, 'event_type')
  if (!id || !/^[\w-]{1,100}$/.test(id) || !type || !/^[A-Z0-9._-]{1,100}$/.test(type)) return null
  const resource = fieldAt(event, 'resource')
  return { id, type, about: aboutOf(type, resource) }
}

function aboutOf(type: string, resource: unknown): About {
  if (type.startsWith('CUSTOMER.DISPUTE.')) return { dispute: textAt(resource, 'dispute_id') }
  if (type.startsWith('CHECKOUT.ORDER.')) return { order: textAt(resource, 'id') }
  if (type.startsWith('VAULT.PAYMENT-TOKEN.'))
    return { token: textAt(resource, 'id'), order: textAt(fieldAt(resource, 'metadata'), 'order_id') }
  const isReturned = type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
  return {
    capture: isReturned ? parentIn(resource, /\/captures\/(\w{1,100})$/) : textAt(resource, 'id'),
    order:
      textAt(fieldAt(fieldAt(resource, 'supplementary_data'), 'related_ids'), 'order_id') ??
      parentIn(resource, /\/checkout\/orders\/(\w{1,100})$/),
    ours: textAt(resource, 'custom_id'),
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

function fieldAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** The value if it is a text of 1 to 100 letters, digits, `_`, `.` and `-`. */
function textAt(value: unknown, name: string): string | undefined {
  const text = fieldAt(value, name)
  return typeof text === 'string' && /^[\w.-]{1,100}$/.test(text) ? text : undefined
}

/**
 * The id in the link with the relation `up`: that of a refund leads to its capture, and that of a capture to its order.
 * @param form the form of the link's address, with a group for the id
 */
function parentIn(resource: unknown, form: RegExp): string | undefined {
  const links = fieldAt(resource, 'links')
  for (const link of Array.isArray(links) ? links.slice(0, MAX_LINKS) : []) {
    const href = fieldAt(link, 'href')
    if (fieldAt(link, 'rel') !== 'up' || typeof href !== 'string' || href.length > MAX_ADDRESS) continue
    const id = form.exec(href)?.[1]
    if (id !== undefined) return id
  }
  return undefined
}

const MAX_LINKS = 50
const MAX_ADDRESS = 2000
