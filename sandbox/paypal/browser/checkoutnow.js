import { chosenAddress, isAddressChosen, onAddress } from './address-choice.js'

// The approval window: posts the buyer's choice, sends the outcome to the shop's page, and closes.
const { token = '', path = '', method = '' } = document.body.dataset
const shop = window.opener ?? (window.parent === window ? null : window.parent)
const buttons = [...document.querySelectorAll('button')]

for (const button of buttons) {
  const { choice } = button.dataset
  button.addEventListener('click', () => {
    if (choice === undefined) finish({ outcome: 'canceled' })
    else void choose(choice)
  })
}
// Disabled until now, because nothing would answer a press.
setBusy(false)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) finish({ outcome: 'canceled' })
})

/** @param {string} choice */
async function choose(choice) {
  setBusy(true)
  try {
    const response = await fetch(`${path}/${token}/${choice}?method=${method}`, { method: 'POST' })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.message)
    if (answer.step === 'bank') location.assign(`${location.href}&step=bank`)
    else finish(answer)
  } catch (error) {
    if (choice === 'cancel') finish({ outcome: 'canceled' })
    else explain(error)
    setBusy(false)
  }
}

/**
 * Tells the shop's page the address. If the shop accepts it, the page is loaded again with the new total.
 * @param {import('./address-choice.js').NamedAddress} address
 */
function tellAddress(address) {
  setBusy(true)
  const told = { source: 'paypal-sandbox-address', orderId: token, address }
  shop?.postMessage(told, location.origin)
}

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== shop || data?.source !== 'paypal-sandbox-address') return
  const address = chosenAddress()
  if (data.isAccepted && address) void accept(address.name)
  else refuse(data.message)
})

/** @param {string} name of the address */
async function accept(name) {
  await fetch(`${path}/${token}/address-${name}`, { method: 'POST' })
  location.reload()
}

/** The buyer must choose another address, or cancel. @param {string} message */
function refuse(message) {
  const box = document.querySelector('.trouble[role=alert]')
  if (!(box instanceof HTMLElement)) return
  box.textContent = `${message} Choose another address, or cancel and go back to the shop.`
  box.hidden = false
  for (const button of buttons) button.disabled = button.dataset.choice !== 'cancel'
}

onAddress(tellAddress)
const address = isAddressChosen() ? null : chosenAddress()
if (address) tellAddress(address)

/**
 * Without the shop's page beside it, as in a redirect, the window returns to the address that the order has.
 * @param {{ outcome: string, payerId?: string, answer?: string, url?: string }} answer
 */
function finish({ outcome, payerId, answer, url }) {
  if (!shop && url !== undefined) return location.assign(url)
  const told = { source: 'paypal-sandbox', orderId: token, outcome, payerId, answer }
  shop?.postMessage(told, location.origin)
  window.close()
}

/** @param {unknown} error */
function explain(error) {
  const box = document.querySelector('.trouble[role=alert]')
  if (!(box instanceof HTMLElement)) return
  const reason = error instanceof Error && error.name !== 'TypeError' ? error.message : 'No connection'
  box.textContent = `${reason}. Try again, or cancel and go back to the shop.`
  box.hidden = false
}

/** @param {boolean} busy */
function setBusy(busy) {
  for (const button of buttons) button.disabled = busy
}
