/** The pages about saved payment methods: the approval window, and the list in the buyer's PayPal account. */
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { buyer } from './buyer.ts'
import { closedPage, document, manage, type Look } from './page.ts'
import type { NextCharges, StoredSetup, StoredToken } from './vault-store.ts'

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
      <button class="pay" type="button" data-choice="approve">Agree and save</button>
      <button class="quiet" type="button" data-choice="cancel">Cancel and go back</button>
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
    'saved',
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
