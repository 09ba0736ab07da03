/** The sheets of Apple Pay and Google Pay, the bank's question, and the page of the shop's PayPal account. */
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { METHOD_NAMES, PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import { addressChoice } from './address-choice.ts'
import { choiceButton, choicesOf, document, type Look } from './page.ts'

type Sheet = { wallet: 'apple_pay' | 'google_pay'; amount: string; merchant: string; asksAddress: boolean }

/** A sheet as an HTML document. It knows the total only, as the real ones do. */
export function sheetPage({ wallet, amount, merchant, asksAddress }: Sheet, look: Look): string {
  const name = METHOD_NAMES[wallet]
  const card = wallet === 'apple_pay' ? 'Visa ending in 4242' : 'Mastercard ending in 0005'
  return document(
    look,
    '',
    `${name}: pay ${merchant}`,
    `<h1><span>Pay ${escapeMarkup(merchant)}</span> <span class="total">$${escapeMarkup(amount)}</span></h1>
    <p>${card}</p>
    ${asksAddress ? addressChoice() : ''}
    <p class="done" role="status"></p>
    <p class="trouble" role="alert" hidden></p>
    <div class="choices">
      <button class="pay" type="button" data-choice="approve" disabled>Pay $${escapeMarkup(amount)}</button>
      ${choicesOf(wallet).map(choiceButton).join('\n      ')}
      <button class="quiet" type="button" data-choice="cancel" disabled>Cancel and go back</button>
    </div>`,
    { script: 'sheet', method: wallet },
  )
}

/** The question of the card's bank (3-D Secure). */
export function bankPage(token: string, look: Look, method: PayMethod): string {
  return document(
    look,
    token,
    'Your bank asks',
    `<h1><span>Your bank asks: is it you?</span></h1>
    <p>This is 3-D Secure. With a real card, the bank asks for a code or in its app.</p>
    <div class="choices">
      <button class="pay" type="button" data-choice="passed" disabled>Yes, it is me</button>
      ${choiceButton({ choice: 'failed', label: 'The bank says no', note: 'The bank does not recognize the buyer.' })}
      ${choiceButton({ choice: 'unknown', label: 'The bank does not answer', note: 'Nobody knows whether it is the buyer.' })}
      <button class="quiet" type="button" data-choice="cancel" disabled>Cancel and go back</button>
    </div>
    <p class="trouble" role="alert" hidden></p>`,
    { method },
  )
}

/** What PayPal has approved the shop's account for, with a switch for each method. @param refused the others */
export function accountPage(refused: readonly PayMethod[], look: Look): string {
  const rows = PAY_METHODS.filter((method) => method !== 'paypal').map(
    (method) =>
      `<button type="button" data-method="${method}" aria-pressed="${!refused.includes(method)}">${METHOD_NAMES[method]}</button>`,
  )
  return document(
    look,
    '',
    'The shop’s account',
    `<h1><span>The shop’s account</span></h1>
    <p>PayPal must approve an account for most ways to pay. Switch one off to see the shop as long as PayPal has not approved it.</p>
    <div class="choices" role="group" aria-label="Approved by PayPal">
      ${rows.join('\n      ')}
    </div>
    <p class="done" role="status"></p>
    <p>On a phone with PayPal’s app, PayPal and Pay Later open there. Here a page of the sandbox takes its place.</p>
    <div class="choices"><button type="button" data-app>This phone has PayPal’s app</button></div>`,
    { script: 'account' },
  )
}
