/** What the shop writes to the terminal besides its log: the summary at the start, and failures. */
import type { Config } from '#server/kernel/config/config.ts'
import type { Services } from '#server/providers/connect.ts'
import type { Providers } from '#server/providers/providers.ts'
import { isTestToken } from '#server/providers/shippo/parse.ts'
import type { FirstAdmin } from '#server/people/users/make-admin.ts'
import { createConceal } from '#server/kernel/config/secrets.ts'

type Start = {
  config: Config
  address: string
  where: string
  providers: Providers
  services: Services
  admin: FirstAdmin | null
  seeded: boolean
}

/** Returns the text for the terminal: the shop's address, the first admin, and the mode of each service. */
export function welcome({ config, address, where, providers, services, admin, seeded }: Start): string {
  const rows: [string, string][] = [
    ['Shop', address],
    ['Admin', adminLine(admin)],
    ['Data', config.databaseUrl ? `${where}, files in ${config.dataDir}` : where],
    ['PayPal', paypalLine(services, providers)],
    ['Shippo', shippoLine(services, providers)],
    ['Maps', mapsLine(providers)],
    ['Mail', mailLine(services, providers)],
  ]
  if (seeded) rows.splice(1, 0, ['', 'the demo catalog was added'])
  const lines = rows.map(([name, value]) => `  ${name.padEnd(8)}${value}`)
  return `\n  FRAME is open.\n\n${lines.join('\n')}\n\n  Ctrl-C stops it.\n\n`
}

const NOT_CONNECTED = 'not connected: see /admin/services'

function mapsLine({ maps }: Providers): string {
  return { live: 'live', sandbox: 'sandbox: a few streets', none: NOT_CONNECTED }[maps.mode]
}

function paypalLine({ paypal }: Services, { payments }: Providers): string {
  if (payments.mode === 'none') return `${NOT_CONNECTED}. The shop takes no payments`
  if (payments.mode === 'sandbox') return 'sandbox: no money moves'
  const mode = paypal?.environment === 'sandbox' ? 'PayPal’s own sandbox: no money moves' : 'live'
  return payments.receivesEvents ? mode : `${mode}; no webhook, so the shop polls PayPal (PAYPAL_WEBHOOK_ID)`
}

function shippoLine({ shippo }: Services, { shipping }: Providers): string {
  if (shipping.mode === 'none') return NOT_CONNECTED
  if (shipping.mode === 'sandbox') return 'sandbox: invented rates'
  return shippo && isTestToken(shippo.token) ? 'test account: labels are samples' : 'live'
}

function mailLine({ mail }: Services, providers: Providers): string {
  if (providers.mail.mode === 'none') return NOT_CONNECTED
  if (providers.mail.mode === 'sandbox') return 'sandbox: read it at /admin/mail'
  return `over ${new URL(mail.smtpUrl!).hostname} to ${mail.inbox}`
}

function adminLine(admin: FirstAdmin | null): string {
  if (!admin) return 'none yet: start once with ADMIN_EMAIL and ADMIN_PASSWORD'
  if (admin.password) return `${admin.email}  ${admin.password}   (also in ${admin.file})`
  return admin.file ? `${admin.email}, password in ${admin.file}` : admin.email
}

export function print(text: string): void {
  process.stdout.write(text)
}

/** Writes the error to stderr without secrets, because the output may be logged. */
export function reportFailure(text: string): void {
  process.stderr.write(createConceal(process.env)(text))
}

/** Ends the process with exit code 1 after writing the reason. */
export function die(what: string, error: Error): never {
  reportFailure(`\n${what}: ${error.message}\n`)
  process.exit(1)
}
