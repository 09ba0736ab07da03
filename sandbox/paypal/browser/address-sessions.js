// Tells the shop's page which address the buyer chooses in PayPal's window, and the window what the shop answers. See
// sdk.js.

/** @typedef {import('@paypal/paypal-js/sdk-v6').PayPalOneTimePaymentSessionOptions} Callbacks */
/** @typedef {import('@paypal/paypal-js/sdk-v6').ShippingAddressErrorMessages} Errors */

/** PayPal's window shows one of these if the shop refuses an address. @type {Errors} */
const addressErrors = {
  ADDRESS_ERROR: 'Your order can’t be shipped to this address.',
  COUNTRY_ERROR: 'Your order can’t be shipped to this country.',
  STATE_ERROR: 'Your order can’t be shipped to this state.',
  ZIP_ERROR: 'Your order can’t be shipped to this ZIP code.',
}

/**
 * Without the callback, the shop accepts every address.
 * @param {import('./surface.js').Surface} surface
 * @param {string} orderId
 * @param {Pick<Callbacks, 'onShippingAddressChange'>} callbacks
 * @param {AbortSignal} signal
 */
export function listenForAddress(surface, orderId, { onShippingAddressChange }, signal) {
  /** @param {Record<string, string>} address in PayPal's format */
  const ask = async (address) => {
    const shippingAddress = {
      city: address['admin_area_2'] ?? '',
      state: address['admin_area_1'] ?? '',
      postalCode: address['postal_code'] ?? '',
      countryCode: address['country_code'] ?? '',
    }
    try {
      await onShippingAddressChange?.({ orderId, shippingAddress, errors: addressErrors })
      return { isAccepted: true }
    } catch (error) {
      return {
        isAccepted: false,
        message: error instanceof Error ? error.message : addressErrors.ADDRESS_ERROR,
      }
    }
  }
  /** @param {Record<string, string>} address */
  const answer = async (address) => {
    const answered = { source: 'paypal-sandbox-address', ...(await ask(address)) }
    surface.window()?.postMessage(answered, location.origin)
  }
  window.addEventListener(
    'message',
    ({ origin, source, data }) => {
      if (origin !== location.origin || source !== surface.window()) return
      if (data?.source === 'paypal-sandbox-address' && data.orderId === orderId) void answer(data.address)
    },
    { signal },
  )
}
