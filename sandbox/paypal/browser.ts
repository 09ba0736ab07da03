import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import type { Reply, SandboxRequest } from '../server.ts'
import { message, page, type WebRoute } from '../web.ts'
import { choose, confirm } from './browser-choices.ts'
import { checkoutPage, savedPage, setupPage } from './page.ts'
import type { PaypalSandbox } from './paypal.ts'
import { DISPUTE_STEPS } from './seller.ts'
import { accountPage, bankPage, sheetPage } from './sheet-page.ts'
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

/** The files of the SDK, in the order in which they need each other. */
const SDK = [
  'button.js',
  'surface.js',
  'window.js',
  'address-sessions.js',
  'sessions.js',
  'wallet-sessions.js',
  'sdk.js',
]
const SHEET = ['button.js', 'surface.js', 'window.js', 'sheet-opener.js']
const PAGE_SCRIPTS = ['checkoutnow', 'saved', 'sheet', 'account']

/**
 * The routes for the buyer's browser: the SDK (`scriptPath`), the scripts of Apple and Google, and their windows. They
 * must be on the shop's origin. This code sets no Cross-Origin-Opener-Policy: a window needs the same policy as the
 * page that opens it, otherwise the browser separates the two windows.
 */
export function paypalPages(sandbox: PaypalSandbox): WebRoute[] {
  const { publicPath, scriptPath } = sandbox
  const post = (
    path: string,
    perform: (parts: Record<string, string>, request: SandboxRequest) => Reply,
  ) => ({
    method: 'POST' as const,
    path: publicPath + path,
    answer: (parts: Record<string, string>, request: SandboxRequest) =>
      isFromOurPage(request.headers)
        ? perform(parts, request)
        : message(403, 'Only a page of the sandbox or of the shop may send this'),
  })
  const get = (path: string, answer: (request: SandboxRequest) => Reply) => ({
    method: 'GET' as const,
    path: publicPath + path,
    answer: (_parts: Record<string, string>, request: SandboxRequest) => answer(request),
  })
  return [
    file(scriptPath, classicScript(SDK), 'text/javascript'),
    file(sandbox.googleScriptPath, classicScript([...SHEET, 'google-pay.js']), 'text/javascript'),
    file(sandbox.appleScriptPath, classicScript([...SHEET, 'apple-pay.js']), 'text/javascript'),
    ...PAGE_SCRIPTS.map((name) =>
      file(`${publicPath}/${name}.js`, classicScript(['address-choice.js', `${name}.js`]), 'text/javascript'),
    ),
    file(`${publicPath}/checkoutnow.css`, read('checkoutnow.css'), 'text/css'),
    get('/checkoutnow', ({ query }) => {
      const setup = query.get('approval_token_id')
      return setup === null ? showPage(sandbox, query) : showSetup(sandbox, setup)
    }),
    post('/checkoutnow/:token/:choice', (parts, { query }) =>
      choose(sandbox, { ...parts, method: methodIn(query) }),
    ),
    get('/sheet', ({ query }) => showSheet(sandbox, query)),
    post('/confirm/:token/:method/:choice', (parts, { query }) =>
      confirm(sandbox, parts, query.get('amount')),
    ),
    get('/eligible', ({ query }) => ({
      status: 200,
      body: sandbox.eligible({
        country: 'US',
        currency: query.get('currency') ?? 'USD',
        amount: query.get('amount'),
      }),
    })),
    get('/account', () => asPage(200, accountPage(sandbox.refusedMethods(), sandbox))),
    post('/account/:method/:choice', (parts) => changeAccount(sandbox, parts)),
    get('/saved', () => asPage(200, savedPage(sandbox.savedMethods(), sandbox))),
    post('/saved/:token/:choice', (parts) => chooseNext(sandbox, parts)),
    post('/disputes/:capture/:step', (parts) => changeDispute(sandbox, parts)),
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
    .replaceAll(/^import [^']*'[^']*'$|^export /gm, '')
  return `;(() => {\n'use strict'\n${text}\n})()\n`
}

function read(name: string): string {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8')
}

function file(path: string, text: string, type: string): WebRoute {
  return { method: 'GET', path, answer: () => page(200, text, type) }
}

/** The method whose window is shown; PayPal's own if it is left out. */
function methodIn(query: URLSearchParams): PayMethod {
  return PAY_METHODS.find((method) => method === query.get('method')) ?? 'paypal'
}

function showPage(sandbox: PaypalSandbox, query: URLSearchParams): Reply {
  const token = query.get('token') ?? ''
  const id = isId(token) ? token : ''
  const view = sandbox.view(id)
  const method = methodIn(query)
  if (view && query.get('step') === 'bank') return asPage(200, bankPage(id, sandbox, method))
  return asPage(view ? 200 : 404, checkoutPage(view, id, sandbox, method))
}

function showSheet(sandbox: PaypalSandbox, query: URLSearchParams): Reply {
  const wallet = methodIn(
    query.get('wallet') === null ? query : new URLSearchParams({ method: query.get('wallet')! }),
  )
  if (wallet !== 'apple_pay' && wallet !== 'google_pay') return message(404, 'There is no such sheet')
  const [amount, merchant] = [query.get('amount') ?? '', query.get('merchant') ?? '']
  const asksAddress = query.get('address') !== null
  return asPage(200, sheetPage({ wallet, amount, merchant, asksAddress }, sandbox))
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

/** What PayPal approves the shop's account for. */
function changeAccount(
  sandbox: PaypalSandbox,
  { method: name = '', choice = '' }: Record<string, string>,
): Reply {
  const method = PAY_METHODS.find((each) => each === name)
  if (!method || (choice !== 'approve' && choice !== 'refuse')) return message(404, 'There is no such choice')
  const others = sandbox.refusedMethods().filter((each) => each !== method)
  sandbox.refuseMethods(...others, ...(choice === 'refuse' ? [method] : []))
  return { status: 200, body: { done: true } }
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
