/**
 * Lets the two forms be sent by browsers without JavaScript: their fields come as a form post, and the answer leads
 * back to the page, which says how it went. Everything between is the endpoint's own, and the cross-site rule stands
 * before it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM = 'application/x-www-form-urlencoded'
const MAX_BYTES = 64 * 1024

/** Where each form stands. */
const PAGES: Record<string, { path: string; place: string }> = {
  '/send': { path: '/', place: '#contact' },
  '/wholesale/send': { path: '/wholesale', place: '#enquiry' },
}

/** Call it on a scope of its own: elsewhere a form post stays refused, since a page of another site could send it. */
export function takeFormPosts(app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, text, done) => {
    const { homepage, ...mailerState } = Object.fromEntries(new URLSearchParams(text.toString()))
    done(null, { mailerState, homepage })
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const page = PAGES[request.routeOptions.url ?? '']
    if (!page || !isForm(request)) return payload
    const { path, place } = page
    reply
      .status(303)
      .header('location', `${path}?${outcome(payload)}${place}`)
      .removeHeader('content-type')
    return ''
  })
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === FORM
}

/** `sent=success`, or `sent=fail` with the field to look at when it is a field's fault. */
function outcome(payload: unknown): string {
  const { status, field } = JSON.parse(String(payload)) as { status?: string; field?: unknown }
  if (status === 'success') return 'sent=success'
  const [, name = ''] = /^mailerState\.(\w{1,20})$/.exec(String(field)) ?? []
  return name ? `sent=fail&field=${name}` : 'sent=fail'
}
