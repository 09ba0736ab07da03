// The approval window: posts the buyer's choice, sends the outcome to the shop's page, and closes.
const { token = '', path = '' } = document.body.dataset
const shop = window.opener ?? (window.parent === window ? null : window.parent)
const buttons = [...document.querySelectorAll('button')]

for (const button of buttons) {
  const { choice } = button.dataset
  button.addEventListener('click', () => {
    if (choice === undefined) finish({ outcome: 'canceled' })
    else void choose(choice)
  })
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) finish({ outcome: 'canceled' })
})

/** @param {string} choice */
async function choose(choice) {
  setBusy(true)
  try {
    const response = await fetch(`${path}/${token}/${choice}`, { method: 'POST' })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.message)
    finish(answer)
  } catch (error) {
    if (choice === 'cancel') finish({ outcome: 'canceled' })
    else explain(error)
    setBusy(false)
  }
}

/** @param {{ outcome: string, payerId?: string }} answer */
function finish({ outcome, payerId }) {
  shop?.postMessage({ source: 'paypal-sandbox', orderId: token, outcome, payerId }, location.origin)
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
