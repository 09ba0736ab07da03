/** PayPal's event as it comes: a stranger's text, of which nothing but its kind and the ids it names is taken. */

/** The ids an event names: PayPal's of the order, the capture and the dispute, and ours of the order. */
export type About = { order?: string; capture?: string; dispute?: string; ours?: string }

export type PaypalEvent = { id: string; type: string; about: About }

/** Reads a delivery; null when it is no event. */
export function readEvent(body: Buffer): PaypalEvent | null {
  const event = parse(body)
  const id = textAt(event, 'id')
  const type = textAt(event, 'event_type')
  if (!id || !/^[\w-]{1,100}$/.test(id) || !type || !/^[A-Z0-9._-]{1,100}$/.test(type)) return null
  const resource = fieldAt(event, 'resource')
  const about: About = type.startsWith('CUSTOMER.DISPUTE.')
    ? { dispute: textAt(resource, 'dispute_id') }
    : type.startsWith('CHECKOUT.ORDER.')
      ? { order: textAt(resource, 'id') }
      : {
          capture:
            type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
              ? captureIn(resource)
              : textAt(resource, 'id'),
          order: textAt(fieldAt(fieldAt(resource, 'supplementary_data'), 'related_ids'), 'order_id'),
          ours: textAt(resource, 'custom_id'),
        }
  return { id, type, about }
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

/** An id of at most a hundred harmless letters. */
function textAt(value: unknown, name: string): string | undefined {
  const text = fieldAt(value, name)
  return typeof text === 'string' && /^[\w.-]{1,100}$/.test(text) ? text : undefined
}

/** A refund names its capture by a link. */
function captureIn(refund: unknown): string | undefined {
  const links = fieldAt(refund, 'links')
  const up = Array.isArray(links) ? links.find((link) => fieldAt(link, 'rel') === 'up') : undefined
  const href = fieldAt(up, 'href')
  return typeof href === 'string' ? /\/captures\/(\w{1,100})$/.exec(href)?.[1] : undefined
}
