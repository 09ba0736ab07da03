// The page of the saved payment methods: posts what PayPal shall do with the next charges.
const { path = '' } = document.body.dataset

const DONE = {
  accept: 'The next charges are accepted.',
  decline: 'The next charges are declined.',
  pending: 'The next charges are held for a review.',
}

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => void choose(button))
}

/** @param {HTMLButtonElement} button */
async function choose(button) {
  const { token = '', choice = '' } = button.dataset
  const all = [...document.querySelectorAll('button')]
  for (const each of all) each.disabled = true
  try {
    const response = await fetch(`${path}/${token}/${choice}`, { method: 'POST' })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.message)
    if (choice === 'remove') return location.reload()
    for (const each of all)
      if (each.dataset.token === token && each.dataset.choice !== 'remove')
        each.setAttribute('aria-pressed', String(each === button))
    tell('.done', choice in DONE ? DONE[/** @type {keyof typeof DONE} */ (choice)] : '')
  } catch (error) {
    tell('.trouble', error instanceof Error && error.name !== 'TypeError' ? error.message : 'No connection')
  }
  for (const each of all) each.disabled = false
  button.focus()
}

/** @param {string} selector @param {string} text */
function tell(selector, text) {
  const box = document.querySelector(selector)
  if (!(box instanceof HTMLElement)) return
  box.textContent = text
  box.hidden = text === ''
}
