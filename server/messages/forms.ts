/**
 * Accepts the two forms from browsers without JavaScript: the body is a form post, and the response redirects back to
 * the page, which shows the result. Validation and the cross-site check are the same as for JSON.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM = 'application/x-www-form-urlencoded'
const MAX_BYTES = 64 * 1024

/** The page and anchor of each form. */
const PAGES: Record<string, { path: string; place: string }> = {
  '/send': { path: '/', place: '#contact' },
  '/wholesale/send': { path: '/wholesale', place: '#enquiry' },
}

/**
 * Call it on a separate Fastify scope. All other routes must keep refusing form posts, because a page of another site
 * could send them.
 */
export function acceptFormPosts(app: FastifyInstance): void {
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

/** `sent=success`, or `sent=fail` with the name of the invalid field, if any. */
function outcome(payload: unknown): string {
  const { status, field } = JSON.parse(String(payload)) as { status?: string; field?: unknown }
  if (status === 'success') return 'sent=success'
  const [, name = ''] = /^mailerState\.(\w{1,20})$/.exec(String(field)) ?? []
  return name ? `sent=fail&field=${name}` : 'sent=fail'
}
