import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from '../server.ts'
import { message, page, type WebRoute } from '../web.ts'
import { checkoutPage, savedPage, setupPage } from './page.ts'
import type { PaypalSandbox } from './paypal.ts'
import { DISPUTE_STEPS } from './seller.ts'
import type { Choice } from './store.ts'
import type { NextCharges } from './vault-store.ts'

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
    file(`${publicPath}/saved.js`, classicScript(['saved.js']), 'text/javascript'),
    file(`${publicPath}/checkoutnow.css`, read('checkoutnow.css'), 'text/css'),
    {
      method: 'GET',
      path: `${publicPath}/checkoutnow`,
      answer: (_parts, { query }) => {
        const setup = query.get('approval_token_id')
        return setup === null ? showPage(sandbox, query.get('token') ?? '') : showSetup(sandbox, setup)
      },
    },
    {
      method: 'POST',
      path: `${publicPath}/checkoutnow/:token/:choice`,
      answer: (parts, { headers }) =>
        isFromOurPage(headers)
          ? choose(sandbox, parts)
          : message(403, 'Only the approval window may send this'),
    },
    {
      method: 'GET',
      path: `${publicPath}/saved`,
      answer: () => asPage(200, savedPage(sandbox.savedMethods(), sandbox)),
    },
    {
      method: 'POST',
      path: `${publicPath}/saved/:token/:choice`,
      answer: (parts, { headers }) =>
        isFromOurPage(headers)
          ? chooseNext(sandbox, parts)
          : message(403, 'Only the sandbox’s page may send this'),
    },
    {
      method: 'POST',
      path: `${publicPath}/disputes/:capture/:step`,
      answer: (parts, { headers }) =>
        isFromOurPage(headers)
          ? changeDispute(sandbox, parts)
          : message(403, 'Only the shop’s page may send this'),
    },
  ]
}

/** A step of a dispute about a captured payment. */
function changeDispute(sandbox: PaypalSandbox, { capture = '', step = '' }: Record<string, string>): Reply {
  const known = DISPUTE_STEPS.find((each) => each === step)
  if (!known) return message(404, 'There is no such step')
  const problem = sandbox.stepOfDispute(capture, known)
  return problem === null ? { status: 200, body: { done: true } } : message(409, problem)
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
  return asPage(view ? 200 : 404, checkoutPage(view, id, sandbox))
}

function showSetup(sandbox: PaypalSandbox, token: string): Reply {
  const id = isId(token) ? token : ''
  const setup = sandbox.viewSetup(id)
  return asPage(setup ? 200 : 404, setupPage(setup, id, sandbox))
}

function asPage(status: number, html: string): Reply {
  return page(status, html, 'text/html', {
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
}

const choices: Record<string, Choice> = { approve: 'approve', decline: 'decline', pending: 'pending' }

function choose(sandbox: PaypalSandbox, { token = '', choice: name = '' }: Record<string, string>): Reply {
  if (isId(token) && sandbox.viewSetup(token)) return chooseSetup(sandbox, token, name)
  if (!isId(token) || !sandbox.view(token)) return message(404, 'This payment has expired')
  if (name === 'cancel') return { status: 200, body: { outcome: 'canceled' } }
  const choice = Object.hasOwn(choices, name) ? choices[name] : undefined
  if (!choice) return message(404, 'There is no such choice')
  if (!sandbox.choose(token, choice)) return message(409, 'This payment is complete')
  return { status: 200, body: { outcome: 'approved', payerId: sandbox.payerId } }
}

function chooseSetup(sandbox: PaypalSandbox, token: string, name: string): Reply {
  if (name === 'cancel') return { status: 200, body: { outcome: 'canceled' } }
  if (name !== 'approve') return message(404, 'There is no such choice')
  sandbox.approveSetup(token)
  return { status: 200, body: { outcome: 'approved', payerId: sandbox.payerId } }
}

const nextCharges: Record<string, NextCharges> = {
  accept: 'accept',
  decline: 'INSTRUMENT_DECLINED',
  pending: 'pending',
}

/** What the buyer chooses for the next charges of a saved payment method. */
function chooseNext(sandbox: PaypalSandbox, { token = '', choice = '' }: Record<string, string>): Reply {
  const next = Object.hasOwn(nextCharges, choice) ? nextCharges[choice] : undefined
  if (!next && choice !== 'remove') return message(404, 'There is no such choice')
  const isDone = next ? sandbox.setNextCharges(token, next) : sandbox.removeAtPaypal(token)
  return isDone ? { status: 200, body: { done: true } } : message(404, 'This payment method was removed')
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
