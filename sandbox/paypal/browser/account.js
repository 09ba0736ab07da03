// The page of the shop's PayPal account: posts what PayPal has approved, and stores whether this device has PayPal's app.
const { path = '' } = document.body.dataset

const APP = 'paypal-sandbox-app'

for (const button of document.querySelectorAll('button')) {
  if ('app' in button.dataset) showApp(button)
  else button.addEventListener('click', () => void choose(button))
}

/** @param {HTMLButtonElement} button */
function showApp(button) {
  const show = () => button.setAttribute('aria-pressed', String(localStorage.getItem(APP) === 'installed'))
  button.addEventListener('click', () => {
    if (localStorage.getItem(APP) === 'installed') localStorage.removeItem(APP)
    else localStorage.setItem(APP, 'installed')
    show()
  })
  show()
}

/** @param {HTMLButtonElement} button */
async function choose(button) {
  const { method = '' } = button.dataset
  const isApproved = button.getAttribute('aria-pressed') !== 'true'
  const response = await fetch(`${path}/${method}/${isApproved ? 'approve' : 'refuse'}`, { method: 'POST' })
  const box = document.querySelector('.done')
  if (response.ok) button.setAttribute('aria-pressed', String(isApproved))
  if (box)
    box.textContent = response.ok ? 'Saved. Load the shop’s page again to see it.' : 'It was not saved.'
}
