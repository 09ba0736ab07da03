// The page of the shop's PayPal account: posts what PayPal has approved.
const { path = '' } = document.body.dataset

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => void choose(button))
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
