/** Which variables of the environment belong to a service that an owner could otherwise connect on screen, and where services are. */

/** Where PayPal is, live and in its own sandbox. */
export const PAYPAL_ADDRESSES = {
  live: { apiBase: 'https://api-m.paypal.com', scriptUrl: 'https://www.paypal.com/web-sdk/v6/core' },
  sandbox: {
    apiBase: 'https://api-m.sandbox.paypal.com',
    scriptUrl: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
  },
}

export const SHIPPO_ADDRESS = 'https://api.goshippo.com'

export const MAPBOX_ADDRESSES = {
  apiBase: 'https://api.mapbox.com',
  contributeBase: 'https://contribute-api.mapbox.com',
}

const FORMS = {
  payments: /^(PAYPAL|GOOGLE_PAY|APPLE_PAY)_/,
  shipping: /^SHIPPO_/,
  mail: /^(SMTP_URL|MAIL_FROM)$/,
  maps: /^MAPBOX_/,
  storage: /^(STORAGE$|S3_)/,
}

/** The names of the variables of each service that are set. */
export function variablesOf(given: Record<string, unknown>): Record<keyof typeof FORMS, string[]> {
  const namesOf = (form: RegExp) => Object.keys(given).filter((name) => form.test(name))
  return {
    payments: namesOf(FORMS.payments),
    shipping: namesOf(FORMS.shipping),
    mail: namesOf(FORMS.mail),
    maps: namesOf(FORMS.maps),
    storage: namesOf(FORMS.storage),
  }
}

/** SERVICE_ADDRESSES: pairs of a name and an address of this machine, separated by commas. */
export const SERVICE_ADDRESSES =
  /^(?:(?:(?:paypal|shippo|mapbox)=http:\/\/127\.0\.0\.1:\d+|script=\/[\w/.?=-]+)(?:,|$))+$/

type TestAddresses = { paypal?: string; shippo?: string; mapbox?: string; script?: string }

/** The pairs of SERVICE_ADDRESSES. */
export function addressesOf(text = ''): TestAddresses {
  const pairs = text.split(',').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
