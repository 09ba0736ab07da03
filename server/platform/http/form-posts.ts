/**
 * Accepts forms from browsers without JavaScript: the body is a form post, and the response redirects back to the page,
 * which shows the result. Validation and the cross-site check are the same as for JSON.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM = 'application/x-www-form-urlencoded'
const MAX_BYTES = 64 * 1024
/** The length of a kept field in characters: an email address has at most 254. */
const MAX_KEPT = 254

export type FormPage = {
  /** The page with the form, and the anchor of the form. */
  page: (params: Record<string, string>) => string
  place: string
  /** Converts the fields of the form to the body of the endpoint. */
  body: (fields: Record<string, string>) => unknown
  /**
   * A field that the page gets back after a failure, so that the visitor does not type it again. It is the fragment of the
   * URL, which browsers do not send, so no log has it.
   */
  kept?: string
}

/**
 * Call it on a separate Fastify scope. All other routes must keep refusing form posts, because a page of another site
 * could send them.
 * @param forms by the path of the endpoint
 */
export function acceptFormPosts(app: FastifyInstance, forms: Readonly<Record<string, FormPage>>): void {
  const typed = new WeakMap<FastifyRequest, Record<string, string>>()
  const formOf = (request: FastifyRequest) => forms[request.routeOptions.url ?? '']
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_BYTES }, (request, text, done) => {
    const fields = Object.fromEntries(new URLSearchParams(text.toString()))
    typed.set(request, fields)
    done(null, formOf(request)?.body(fields) ?? fields)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const form = formOf(request)
    if (!form || !isForm(request)) return payload
    const page = form.page(request.params as Record<string, string>)
    const result = outcome(payload)
    const kept = result.startsWith('sent=fail') && form.kept ? typed.get(request)?.[form.kept] : undefined
    const place = kept
      ? `#${new URLSearchParams({ [form.kept!]: kept.slice(0, MAX_KEPT) }).toString()}`
      : form.place
    reply.status(303).header('location', `${page}?${result}${place}`).removeHeader('content-type')
    return ''
  })
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === FORM
}

/** `sent=` with the status, and after a failure the name of the invalid field, if any. */
function outcome(payload: unknown): string {
  const { status, field } = JSON.parse(String(payload)) as { status?: string; field?: unknown }
  if (status === 'success' || status === 'waiting') return `sent=${status}`
  const [, name = ''] = /^(?:mailerState\.)?(\w{1,20})$/.exec(typeof field === 'string' ? field : '') ?? []
  return name ? `sent=fail&field=${name}` : 'sent=fail'
}
