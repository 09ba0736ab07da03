import { readFileSync } from 'node:fs'
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { checkoutPage } from './page.ts'
import type { PaypalSandbox } from './sandbox.ts'
import type { Choice } from './store.ts'

/** Nothing inline, nothing from elsewhere; the shop may show the window in a frame of its own page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const OPEN = { config: { access: 'public' } }

/**
 * The buyer's side of the stand-in as a Fastify plugin, to be registered without a prefix: the browser SDK
 * (`scriptPath`), the approval window, and the buttons in it. It must be served from the shop's own origin.
 * The window's Cross-Origin-Opener-Policy has to be the same as that of the page that opens it, or the
 * browser parts the two; therefore none is set here.
 */
export function paypalSandboxBrowser(sandbox: PaypalSandbox): FastifyPluginCallback {
  const { publicPath, scriptPath } = sandbox
  return (app, _options, done) => {
    serve(app, scriptPath, wrapped(['button.js', 'surface.js', 'sdk.js']), 'text/javascript')
    serve(app, `${publicPath}/checkoutnow.js`, wrapped(['checkoutnow.js']), 'text/javascript')
    serve(app, `${publicPath}/checkoutnow.css`, read('checkoutnow.css'), 'text/css')
    app.get<{ Querystring: { token?: unknown } }>(`${publicPath}/checkoutnow`, OPEN, (request, reply) =>
      showPage(sandbox, request.query.token, reply),
    )
    app.post<{ Params: { token: string; choice: string } }>(
      `${publicPath}/checkoutnow/:token/:choice`,
      OPEN,
      (request, reply) => {
        if (!isFromOurPage(request)) return reply.code(403).send({ message: 'Only from the approval window' })
        return choose(sandbox, request.params, reply)
      },
    )
    done()
  }
}

type App = Parameters<FastifyPluginCallback>[0]

/** Modules as one classic script: PayPal's is one, and sets `window.paypal` before its load event. */
function wrapped(files: string[]): string {
  const text = files
    .map(read)
    .join('\n')
    .replaceAll(/^import .*$|^export /gm, '')
  return `;(() => {\n'use strict'\n${text}\n})()\n`
}

function read(file: string): string {
  return readFileSync(new URL(`./browser/${file}`, import.meta.url), 'utf8')
}

function serve(app: App, path: string, text: string, type: string): void {
  app.get(path, OPEN, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text),
  )
}

function showPage(sandbox: PaypalSandbox, token: unknown, reply: FastifyReply): FastifyReply {
  const id = typeof token === 'string' && isId(token) ? token : ''
  const view = sandbox.view(id)
  return reply
    .code(view ? 200 : 404)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(checkoutPage(view, id, sandbox))
}

const choices: Record<string, Choice> = { approve: 'approve', decline: 'decline', pending: 'pending' }

function choose(sandbox: PaypalSandbox, params: { token: string; choice: string }, reply: FastifyReply) {
  const { token } = params
  if (!isId(token) || !sandbox.view(token))
    return reply.code(404).send({ message: 'This payment has expired' })
  if (params.choice === 'cancel') return reply.send({ outcome: 'canceled' })
  const choice = Object.hasOwn(choices, params.choice) ? choices[params.choice] : undefined
  if (!choice) return reply.code(404).send({ message: 'There is no such choice' })
  if (!sandbox.choose(token, choice)) return reply.code(409).send({ message: 'This payment is complete' })
  return reply.send({ outcome: 'approved', payerId: sandbox.payerId })
}

function isId(token: string): boolean {
  return /^[A-Z0-9]{1,36}$/.test(token)
}

/** Browsers tell Sec-Fetch-Site on https and localhost alone; elsewhere the Origin has to do. */
function isFromOurPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin === undefined || !URL.canParse(headers.origin)) return false
  return new URL(headers.origin).host === headers.host
}
