/** What an owner enters to connect an outside service, and where to find it. The server checks the same rules. */

/** The services that an owner can connect, in the order of the page. */
export const CONNECTED_SERVICES = ['payments', 'shipping', 'maps', 'mail', 'storage'] as const
export type ConnectedService = (typeof CONNECTED_SERVICES)[number]

/** Who provides each service, as it is called in a sentence. */
export const PROVIDER_NAMES: Record<ConnectedService, string> = {
  payments: 'PayPal',
  shipping: 'Shippo',
  maps: 'Mapbox',
  mail: 'the mail server',
  storage: 'the bucket',
}

export type ServiceField = {
  name: string
  label: string
  /** Where to find the value, or what it is for. */
  where: string
  /** A secret is stored encrypted and never shown again; left empty, it stays as it was. */
  isSecret?: true
  isOptional?: true
  /** The values to choose from, with their labels. */
  choices?: readonly { value: string; label: string }[]
  /** The value before the first save. */
  initial?: string
  /** The usual values for the choices of another field. */
  usual?: { of: string; values: Readonly<Record<string, string>> }
  pattern: RegExp
  /** What is wrong with a value that does not fit the pattern. */
  problem: string
  /** Whether the last four characters of a secret may be shown, to tell it from another. */
  showsEnd?: true
}

/** No field takes more characters. */
export const MAX_FIELD = 500

export const SERVICE_FIELDS: Record<ConnectedService, readonly ServiceField[]> = {
  payments: [
    {
      name: 'environment',
      label: 'Account',
      where:
        'Live moves money. PayPal’s own sandbox is for trials, with the id and secret of its tab Sandbox.',
      choices: [
        { value: 'live', label: 'Live' },
        { value: 'sandbox', label: 'PayPal’s sandbox' },
      ],
      initial: 'live',
      pattern: /^(live|sandbox)$/,
      problem: 'Choose one',
    },
    {
      name: 'clientId',
      label: 'Client ID',
      where: 'developer.paypal.com, Apps & Credentials, your app. Choose the tab of the account above first.',
      pattern: /^[\w-]{2,200}$/,
      problem: 'The client ID has only letters, digits, - and _',
    },
    {
      name: 'clientSecret',
      label: 'Secret',
      where: 'On the same page as the client ID. It gives access to your money.',
      isSecret: true,
      showsEnd: true,
      pattern: /^[\x21-\x7e]{2,300}$/,
      problem: 'The secret has no spaces',
    },
    {
      name: 'merchantId',
      label: 'Merchant ID',
      where:
        'paypal.com, Account settings, Business information. With it, the shop refuses payments to any other account.',
      isOptional: true,
      pattern: /^[A-Za-z0-9]{1,20}$/,
      problem: 'The merchant ID has only letters and digits',
    },
  ],
  shipping: [
    {
      name: 'token',
      label: 'API token',
      where:
        'apps.goshippo.com, Settings, API. A live token buys real labels; a test token makes free samples.',
      isSecret: true,
      showsEnd: true,
      pattern: /^shippo_(live|test)_\w{1,200}$/,
      problem: 'The token begins with shippo_live_ or shippo_test_',
    },
  ],
  maps: [
    {
      name: 'token',
      label: 'Access token',
      where:
        'console.mapbox.com, Access tokens. Make a new public token for the shop, without URL restrictions: the server calls, not the browser.',
      isSecret: true,
      showsEnd: true,
      pattern: /^pk\.[\w.-]{1,450}$/,
      problem:
        'Enter a public token, which begins with pk. A secret one (sk.) can do more than the shop needs',
    },
  ],
  mail: [
    {
      name: 'host',
      label: 'Mail server',
      where: 'Your mail provider calls it SMTP server or outgoing server, such as smtp.example.com.',
      pattern: /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$|^\[?[0-9A-Fa-f:.]{2,45}\]?$/,
      problem: 'Enter the name of the server only, without smtp:// and without a port',
    },
    {
      name: 'security',
      label: 'Encryption',
      where: 'Your provider says which one: TLS usually has port 465, STARTTLS port 587.',
      choices: [
        { value: 'tls', label: 'TLS' },
        { value: 'starttls', label: 'STARTTLS' },
        { value: 'none', label: 'None (only inside a private network)' },
      ],
      initial: 'starttls',
      pattern: /^(tls|starttls|none)$/,
      problem: 'Choose one',
    },
    {
      name: 'port',
      label: 'Port',
      where: '465 or 587.',
      initial: '587',
      usual: { of: 'security', values: { tls: '465', starttls: '587', none: '25' } },
      pattern: /^[1-9]\d{0,4}$/,
      problem: 'The port is a number, such as 587',
    },
    {
      name: 'user',
      label: 'User',
      where: 'Often your whole email address.',
      isOptional: true,
      pattern: /^[^\p{Cc}]{1,200}$/u,
      problem: 'The user is one line of text',
    },
    {
      name: 'password',
      label: 'Password',
      where: 'Some providers want a password for apps, which is not that of your mailbox.',
      isSecret: true,
      isOptional: true,
      pattern: /^[^\p{Cc}]{1,300}$/u,
      problem: 'The password is one line of text',
    },
    {
      name: 'from',
      label: 'Sender’s address',
      where: 'The shop’s mails come from this address. Your provider must allow it for this user.',
      pattern: /^[^\s@<>"',;:\\()[\]]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+$/,
      problem: 'Enter a valid email address',
    },
  ],
  storage: [
    {
      name: 'endpoint',
      label: 'Endpoint',
      where:
        'The address of the storage service, as its documentation or the page of the bucket has it, such as https://s3.us-east-1.amazonaws.com. Without the name of the bucket.',
      pattern: /^https?:\/\/[^\s/?#@\\]{1,255}(?:\/[\w.~/-]{0,150})?$/,
      problem: 'Enter the whole address of the service, beginning with https://',
    },
    {
      name: 'region',
      label: 'Region',
      where: 'On the page of the bucket, such as us-east-1. Some services have only one, and call it auto.',
      initial: 'us-east-1',
      pattern: /^[A-Za-z0-9-]{1,60}$/,
      problem: 'The region has only letters, digits and -',
    },
    {
      name: 'bucket',
      label: 'Bucket',
      where: 'Make a private bucket for this shop only, at the service.',
      pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      problem: 'The name of a bucket has small letters, digits, dots and -',
    },
    {
      name: 'key',
      label: 'Access key',
      where:
        'Make one for this bucket. It must allow to list, read, write and delete files, and nothing else.',
      isSecret: true,
      showsEnd: true,
      pattern: /^[\x21-\x7e]{3,200}$/,
      problem: 'The access key has no spaces',
    },
    {
      name: 'secret',
      label: 'Secret key',
      where: 'The service shows it once, together with the access key.',
      isSecret: true,
      pattern: /^[\x21-\x7e]{3,300}$/,
      problem: 'The secret key has no spaces',
    },
    {
      name: 'addressing',
      label: 'Address style',
      where:
        'Whether the name of the bucket is in the path of an address or in its host name. If a test does not find the bucket, try the other style.',
      choices: [
        { value: 'path', label: 'Path, such as s3.example.com/bucket (most services)' },
        { value: 'host', label: 'Host name, such as bucket.s3.example.com' },
      ],
      initial: 'path',
      pattern: /^(path|host)$/,
      problem: 'Choose one',
    },
  ],
}
