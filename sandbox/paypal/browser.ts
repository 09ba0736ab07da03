import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from '../server.ts'
import { message, page, type WebRoute } from '../web.ts'
import { checkoutPage } from './page.ts'
import type { PaypalSandbox } from './paypal.ts'
import type { Choice } from './store.ts'

/** Allows no inline code and no other origin. The shop may show the window in a frame. */
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

/**
 * The routes for the buyer's browser: the SDK (`scriptPath`), and the approval window with its script and style. They
 * must be on the shop's origin. This code sets no Cross-Origin-Opener-Policy: the window needs the same policy as the
 * page that opens it, otherwise the browser separates the two windows.
 */
export function paypalPages(sandbox: PaypalSandbox): WebRoute[] {
  const { publicPath, scriptPath } = sandbox
  return [
    file(scriptPath, classicScript(['button.js', 'surface.js', 'sdk.js']), 'text/javascript'),
    file(`${publicPath}/checkoutnow.js`, classicScript(['checkoutnow.js']), 'text/javascript'),
    file(`${publicPath}/checkoutnow.css`, read('checkoutnow.css'), 'text/css'),
    {
      method: 'GET',
      path: `${publicPath}/checkoutnow`,
      answer: (_parts, { query }) => showPage(sandbox, query.get('token') ?? ''),
    },
    {
      method: 'POST',
      path: `${publicPath}/checkoutnow/:token/:choice`,
      answer: (parts, { headers }) =>
        isFromOurPage(headers) ? choose(sandbox, parts) : message(403, 'Only from the approval window'),
    },
  ]
}

/**
 * Joins modules into one classic script, because PayPal's SDK is a classic script too. It sets `window.paypal` before
 * its load event.
 */
function classicScript(files: string[]): string {
  const text = files
    .map(read)
    .join('\n')
    .replaceAll(/^import .*$|^export /gm, '')
  return `;(() => {\n'use strict'\n${text}\n})()\n`
}

function read(name: string): string {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')
}

function file(path: string, text: string, type: string): WebRoute {
  return { method: 'GET', path, answer: () => page(200, text, type) }
}

function showPage(sandbox: PaypalSandbox, token: string): Reply {
  const id = isId(token) ? token : ''
  const view = sandbox.view(id)
  return page(view ? 200 : 404, checkoutPage(view, id, sandbox), 'text/html', {
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
}

const choices: Record<string, Choice> = { approve: 'approve', decline: 'decline', pending: 'pending' }

function choose(sandbox: PaypalSandbox, { token = '', choice: name = '' }: Record<string, string>): Reply {
  if (!isId(token) || !sandbox.view(token)) return message(404, 'This payment has expired')
  if (name === 'cancel') return { status: 200, body: { outcome: 'canceled' } }
  const choice = Object.hasOwn(choices, name) ? choices[name] : undefined
  if (!choice) return message(404, 'There is no such choice')
  if (!sandbox.choose(token, choice)) return message(409, 'This payment is complete')
  return { status: 200, body: { outcome: 'approved', payerId: sandbox.payerId } }
}

function isId(token: string): boolean {
  return /^[A-Z0-9]{1,36}$/.test(token)
}

/** Browsers send Sec-Fetch-Site only to https and localhost. If it is missing, the Origin must be the shop's. */
function isFromOurPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin === undefined || !URL.canParse(headers.origin)) return false
  return new URL(headers.origin).host === headers.host
}
