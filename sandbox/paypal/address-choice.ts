/** The choice of an address in the windows and sheets of the sandbox, if the shop asks for one. */
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { ADDRESSES } from './addresses.ts'

/**
 * A choice of the buyer's addresses, for address-choice.js. Each has its parts as the wallets tell them.
 * @param line the first line of the address that is chosen already; undefined if there is none
 */
export function addressChoice(line?: string): string {
  const choices = Object.entries(ADDRESSES).map(([name, address]) => {
    const place = [address['admin_area_2'], address['admin_area_1'], address['postal_code']].join(' ')
    const text = escapeMarkup(`${address['address_line_1'] ?? ''}, ${place}`)
    const isChosen = line === undefined ? name === 'vienna' : address['address_line_1'] === line
    const data = escapeMarkup(JSON.stringify(address))
    return `<label><input type="radio" name="address" value="${name}" data-address="${data}"${isChosen ? ' checked' : ''}> ${text}</label>`
  })
  return `<fieldset class="addresses"${line === undefined ? '' : ' data-chosen'}><legend>Ship to</legend>${choices.join('')}</fieldset>`
}
