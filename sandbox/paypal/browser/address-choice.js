// The choice of an address in a window or a sheet (../address-choice.ts). Used by checkoutnow.js and sheet.js.

const addressChoice = document.querySelector('fieldset.addresses')

/**
 * An address in PayPal's format, with a name of its own.
 * @typedef {Record<string, string> & { name: string }} NamedAddress
 */

/** Whether the buyer has chosen an address before this page was loaded. */
export function isAddressChosen() {
  return addressChoice instanceof HTMLElement && addressChoice.dataset.chosen !== undefined
}

/**
 * Calls a function when the buyer chooses another address.
 * @param {(address: NamedAddress) => void} choose
 */
export function onAddress(choose) {
  addressChoice?.addEventListener('change', () => {
    const address = chosenAddress()
    if (address) choose(address)
  })
}

/**
 * The chosen address; null if the shop does not ask for one.
 * @returns {NamedAddress | null}
 */
export function chosenAddress() {
  const chosen = addressChoice?.querySelector('input:checked')
  if (!(chosen instanceof HTMLInputElement)) return null
  return { ...JSON.parse(chosen.dataset.address ?? '{}'), name: chosen.value }
}
