/** The pages of the buyer's PayPal account: the approval windows of orders and of saved payment methods, and the list of the latter. */
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { type Money, type Unit, buyer } from './shapes.ts'
import { METHOD_NAMES, type PayMethod } from '#shared/platform/pay-methods.ts'
import { addressChoice } from './address-choice.ts'
import { asksAddress } from './addresses.ts'
import type { OrderView } from './paypal.ts'
import type { NextCharges, StoredSetup, StoredToken } from './vault-store.ts'

export type Look = { publicPath: string; merchantName: string }

/** The approval window of a method as an HTML document. @param view null for an unknown order */
export function checkoutPage(
  view: OrderView | null,
  token: string,
  look: Look,
  method: PayMethod = 'paypal',
): string {
  const [unit] = view?.request.purchase_units ?? []
  if (!view || !unit) {
    return closedPage(
      token,
      look,
      'This payment has expired',
      'Close this window and start again in the shop.',
    )
  }
  if (view.status === 'COMPLETED') {
    return closedPage(token, look, 'This payment is complete', 'Close this window to go back to the shop.')
  }
  const brand = view.request.payment_source?.paypal?.experience_context?.brand_name ?? look.merchantName
  const total = money(unit.amount)
  return document(
    look,
    token,
    `Pay ${brand}`,
    `${notice(view)}
    <h1><span>Pay ${escapeMarkup(brand)}</span> <span class="total">${total}</span></h1>
    ${method === 'card' ? cardForm() : ''}
    ${savesMethod(view) ? `<p>${escapeMarkup(brand)} may charge this account for later deliveries. ${manage(look)}</p>` : ''}
    ${asksAddress(view.request) ? addressChoice(unit.shipping?.address?.['address_line_1']) : shipTo(unit)}
    ${itemTable(unit)}
    ${sums(unit)}
    <div class="choices">
      <button class="pay" type="button" data-choice="approve" disabled>Pay ${total}</button>
      ${choicesOf(method).map(choiceButton).join('\n      ')}
      <button class="quiet" type="button" data-choice="cancel" disabled>Cancel and go back</button>
    </div>
    <p class="trouble" role="alert" hidden></p>`,
    { method },
  )
}

type ShownChoice = { choice: string; label: string; note: string }

const SLOW: ShownChoice = {
  choice: 'slow',
  label: 'Let PayPal answer slowly',
  note: 'The payment succeeds, but PayPal answers the shop some seconds late.',
}

/** What can go otherwise with a method. The first is what a bank or PayPal refuses. */
export function choicesOf(method: PayMethod): ShownChoice[] {
  const isByBank = method === 'card' || method === 'google_pay'
  const declined: ShownChoice = {
    choice: 'decline',
    label:
      method === 'venmo' ? 'Decline Venmo' : method === 'pay_later' ? 'Decline Pay Later' : 'Decline card',
    note: 'PayPal reports to the shop that the payment was declined.',
  }
  const pending: ShownChoice = {
    choice: 'pending',
    label: 'Pending review',
    note: 'PayPal accepts the payment, but holds it for a review.',
  }
  const asks: ShownChoice = isByBank
    ? {
        choice: 'challenge',
        label: 'Let the bank ask',
        note: 'The bank of the card asks for a confirmation: 3-D Secure.',
      }
    : {
        choice: 'challenge',
        label: 'Let PayPal ask again',
        note: 'PayPal takes no money until you have confirmed again.',
      }
  return [declined, ...(method === 'paypal' || method === 'pay_later' ? [pending] : []), asks, SLOW]
}

export function choiceButton({ choice, label, note }: ShownChoice): string {
  return `<button type="button" data-choice="${choice}" disabled aria-describedby="${choice}-note">${label}</button>
      <p id="${choice}-note">${note}</p>`
}

/** The card form of a buyer without a PayPal account. It is filled in with a test card, so that nobody types a real one. */
function cardForm(): string {
  return '<section><h2>Your card</h2><p>Visa ending in 1881, Sandy Box. The sandbox asks for no other card.</p></section>'
}

/** The window without a choice. */
function closedPage(token: string, look: Look, title: string, advice: string): string {
  return document(
    look,
    token,
    title,
    `<h1>${title}</h1>
    <p>${advice}</p>
    <div class="choices"><button class="pay" type="button" data-close disabled>Close</button></div>`,
  )
}

function notice(view: OrderView): string {
  if (!view.isDeclined) return ''
  return '<p class="declined" role="status">Your last card was declined. Choose another way to pay.</p>'
}

function savesMethod({ request }: OrderView): boolean {
  return request.payment_source?.paypal?.attributes?.vault !== undefined
}

/** The link to the saved payment methods, which opens beside the window. */
function manage({ publicPath }: Look): string {
  return `<a href="${publicPath}/saved" target="_blank">Saved payment methods</a>`
}

function shipTo({ shipping }: Unit): string {
  const { name, address } = shipping ?? {}
  if (!address) return ''
  const city = [address['admin_area_2'], address['admin_area_1'], address['postal_code']]
  const lines = [
    name?.full_name,
    address['address_line_1'],
    address['address_line_2'],
    city.filter(Boolean).join(' '),
    address['country_code'],
  ]
  const shown = lines.filter((line) => line !== undefined && line !== '')
  return `<section><h2>Ship to</h2><address>${shown.map((line) => escapeMarkup(line ?? '')).join('<br>')}</address></section>`
}

function itemTable({ items = [] }: Unit): string {
  if (items.length === 0) return ''
  const rows = items.map(
    (item) =>
      `<tr><th scope="row">${escapeMarkup(item.name)}</th><td>${escapeMarkup(item.quantity)}</td><td>${money(item.unit_amount)}</td></tr>`,
  )
  return `<table><caption>Your order</caption>
    <thead><tr><th scope="col">Item</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table>`
}

function sums({ amount }: Unit): string {
  const parts = amount.breakdown ?? {}
  const rows: [string, Money | undefined][] = [
    ['Subtotal', parts['item_total']],
    ['Discount', parts['discount']],
    ['Shipping', parts['shipping']],
    ['Tax', parts['tax_total']],
    ['Total', amount],
  ]
  const shown = rows.map(([label, sum]) => (sum ? `<div><dt>${label}</dt><dd>${money(sum)}</dd></div>` : ''))
  return `<dl>${shown.join('')}</dl>`
}

function money({ currency_code: currency, value }: Money): string {
  return escapeMarkup(currency === 'USD' ? `$${value}` : `${value} ${currency}`)
}

/** @param script the script that handles the buttons */
type PageKind = { script?: string; method?: PayMethod }

/** A page of the sandbox. */
export function document(
  { publicPath }: Look,
  token: string,
  title: string,
  content: string,
  { script = 'checkoutnow', method = 'paypal' }: PageKind = {},
): string {
  const service = method === 'pay_later' ? 'PayPal' : METHOD_NAMES[method]
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${escapeMarkup(title)} - ${service} sandbox</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${publicPath}/checkoutnow.css">
  <script src="${publicPath}/${script}.js" defer></script>
</head>
<body data-token="${escapeMarkup(token)}" data-path="${publicPath}/${script}" data-method="${method}">
  <header>
    <p class="mark">${service} <span>sandbox</span></p>
    <p>This is a test: no money moves, and nothing is sent to PayPal.</p>
  </header>
  <main aria-label="Payment">
    ${content}
    <noscript><p class="trouble">This window needs JavaScript to send your choice to the shop.</p></noscript>
  </main>
</body>
</html>
`
}

/** The approval window of a setup token. @param setup null if it is unknown or has expired */
export function setupPage(setup: StoredSetup | null, token: string, look: Look): string {
  if (!setup)
    return closedPage(
      token,
      look,
      'This approval has expired',
      'Close this window and start again in the shop.',
    )
  const brand = escapeMarkup(setup.brand)
  return document(
    look,
    token,
    `Save PayPal for ${setup.brand}`,
    `<h1><span>Save PayPal for ${brand}</span></h1>
    <p>${brand} may charge the account <strong>${buyer.email}</strong> later, without asking again.</p>
    <p>You can end this at any time. ${manage(look)}</p>
    <div class="choices">
      <button class="pay" type="button" data-choice="approve" disabled>Agree and save</button>
      <button class="quiet" type="button" data-choice="cancel" disabled>Cancel and go back</button>
    </div>
    <p class="trouble" role="alert" hidden></p>`,
  )
}

/** The saved payment methods of the buyer's account, with what happens to their next charges. */
export function savedPage(tokens: StoredToken[], look: Look): string {
  // Newest first, because a person who tries out the shop has just saved that method.
  const sorted = tokens.toSorted(
    (one, other) => Number(new Date(other.createdAt)) - Number(new Date(one.createdAt)),
  )
  const list = sorted.map((token) => savedMethod(token)).join('')
  const empty = '<p>No shop may charge this account. Save a payment method in the shop first.</p>'
  return document(
    look,
    '',
    'Saved payment methods',
    `<h1><span>Saved payment methods</span></h1>
    <p>The account <strong>${buyer.email}</strong> lets these shops charge it. Choose what PayPal does with the next charges, to see how the shop reacts. The method that was saved last comes first.</p>
    ${tokens.length === 0 ? empty : list}
    <p class="done" role="status"></p>
    <p class="trouble" role="alert" hidden></p>`,
    { script: 'saved' },
  )
}

const CHOICES: [choice: string, label: string][] = [
  ['accept', 'Accept'],
  ['decline', 'Decline'],
  ['pending', 'Hold for review'],
]

function savedMethod({ id, brand, createdAt, next }: StoredToken): string {
  const [day, time = ''] = new Date(createdAt).toISOString().split('T')
  const name = `${brand}, saved on ${day} at ${time.slice(0, 5)} UTC`
  const buttons = CHOICES.map(
    ([choice, label]) =>
      `<button type="button" data-token="${id}" data-choice="${choice}" aria-pressed="${choice === choiceOf(next)}">${label}</button>`,
  )
  return `<section aria-labelledby="method-${id}">
      <h2 id="method-${id}">${escapeMarkup(name)}</h2>
      <div class="choices" role="group" aria-label="Next charges">
        ${buttons.join('\n        ')}
        <button class="quiet" type="button" data-token="${id}" data-choice="remove">Remove this payment method</button>
      </div>
    </section>`
}

/** The button that shows the current choice. */
function choiceOf(next: NextCharges): string {
  return next === 'accept' || next === 'pending' ? next : 'decline'
}
