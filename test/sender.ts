/** The sender's address, which is required with a Shippo token. */
export const SENDER = {
  SHIP_FROM_STREET: '1 Oak St',
  SHIP_FROM_CITY: 'Vienna',
  SHIP_FROM_STATE: 'VA',
  SHIP_FROM_ZIP: '22180',
  SHIP_FROM_PHONE: '703 555 0100',
}
