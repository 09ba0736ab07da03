/** Previews of pages and mails (shared/platform/site-pages), as visitors and customers will see them. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { idParams, message } from '#shared/kernel/fields.ts'

/** No script runs in a preview, and only the admin of this shop may show it in a frame. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ')

const unsaved = z.object({
  values: z.record(z.string(), z.unknown()),
  /** For an email: the case whose introduction is shown; the first case if left out. */
  which: z.optional(z.string().check(z.maxLength(40))),
})

export const sitePagePreview = contract({
  saved: {
    method: 'GET',
    path: '/api/pages/:id/preview',
    access: 'admin',
    summary: 'The page with its draft, or with an earlier version, as HTML',
    params: idParams,
    query: z.object({
      /** The id of a version. */
      version: z.optional(z.string().check(z.maxLength(40))),
    }),
    reply: {
      file: 'text/html',
      inline: true,
      headers: {
        'content-security-policy': POLICY,
        'x-robots-tag': 'noindex',
        'x-frame-options': 'SAMEORIGIN',
      },
    },
  },
  unsaved: {
    method: 'POST',
    path: '/api/pages/:id/preview',
    access: 'admin',
    summary: 'The page with the given values, as HTML. Nothing is saved',
    params: idParams,
    body: unsaved,
    reply: z.object({
      html: z.string(),
      /** Only for an email, which is shown with invented data: the subject, and the plain text. */
      mail: z.nullable(z.object({ subject: z.string(), text: z.string() })),
    }),
  },
  test: {
    method: 'POST',
    path: '/api/pages/:id/test',
    access: 'admin',
    summary: 'Sends the caller an email with the given introduction and invented data. Nothing is saved',
    params: idParams,
    body: unsaved,
    reply: message,
    limit: 'service',
  },
})
