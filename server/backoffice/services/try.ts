/** Tests a connection with the calls of a sale, before it is saved, and tells a refusal from a service that was not reached. */
import { capitalized } from '#shared/kernel/counts.ts'
import { PROVIDER_NAMES, SERVICE_FIELDS, type ConnectedService } from '#shared/platform/services.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { services } from '#shared/backoffice/api/services.ts'
import { replacerOf } from '#server/kernel/config/secrets.ts'
import { testMail } from '#server/mail/sending/test-mail.ts'
import { PaymentRefused, type Payments } from '#server/providers/payments.ts'
import { MailRefused } from '#server/providers/providers.ts'
import { isAboutShop, isMarkedRefused } from '#server/providers/service.ts'
import { NoGroundRate } from '#server/providers/shipping.ts'
import {
  bucketOf,
  mailOf,
  mapboxOf,
  paypalOf,
  secretTexts,
  shippoOf,
} from '#server/platform/services/settings.ts'
import { checkStore } from '#server/platform/storage/watch-store.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import type { Entered } from './entered.ts'
import { storageProblem } from './storage-problem.ts'

type Result = Reply<typeof services.test>

/** Makes the calls, without moving money or goods. The caller gets an email if a mail server is tested. */
export async function tryConnection(
  shop: Shop,
  user: SignedIn,
  service: ConnectedService,
  entered: Entered,
): Promise<Result> {
  try {
    const notes = await CHECKS[service](shop, user, entered)
    return { outcome: 'works', message: `${capitalized(PROVIDER_NAMES[service])} works`, notes }
  } catch (error) {
    if (service === 'storage') return storageResult(shop, error as Error)
    const outcome = outcomeOf(error as Error)
    const conceal = replacerOf(secretTexts(service, entered))
    const reason = service === 'mail' ? '' : shop.config.conceal(conceal((error as Error).message))
    shop.log.warn({ service, outcome, reason }, 'a connection was tested and does not work')
    return outcome === 'refused'
      ? { outcome, ...refusalOf(service, error as Error, reason), notes: [] }
      : { outcome, message: unreachedText(service, error as Error), notes: [] }
  }
}

function storageResult(shop: Shop, error: Error): Result {
  const problem = storageProblem(error)
  shop.log.warn({ service: 'storage', ...problem }, 'a connection was tested and does not work')
  return { ...problem, notes: [] }
}

type Check = (shop: Shop, user: SignedIn, entered: Entered) => Promise<string[]>

/** Each returns what the account may not do, although it works. */
const CHECKS: Record<ConnectedService, Check> = {
  payments: async ({ config, connections, realClock }, _user, entered) => {
    const client = connections.connector.payments(paypalOf(config, entered))
    await client.check()
    return missingRights(client, isoIn(realClock, -DAY), isoIn(realClock, 0))
  },
  shipping: async ({ config, connections }, _user, entered) => {
    await connections.connector.shipping(shippoOf(config, entered)).check()
    return []
  },
  maps: async ({ config, connections }, _user, entered) => {
    await connections.connector.maps(mapboxOf(config, entered)).check()
    return []
  },
  mail: async (shop, user, entered) => {
    const settings = mailOf(shop.config, entered)
    const { client, close } = shop.connections.connector.mail(settings)
    try {
      await client.check(await testMail(shop, user, settings.from))
    } finally {
      await close()
    }
    return []
  },
  storage: async ({ config }, _user, entered) => {
    const { s3Store } = await import('#server/platform/storage/s3.ts')
    await checkStore(s3Store(bucketOf(config, entered)))
    return []
  },
}

/** The shop takes payments without these rights, but it has to be checked at PayPal what they would tell. */
async function missingRights(client: Payments, since: string, until: string): Promise<string[]> {
  const [disputes, movements] = await Promise.all([
    client.listDisputes(since).catch(() => []),
    client.listMovements(since, until).catch(() => []),
  ])
  return [
    ...(disputes === null
      ? ['The app may not read disputes: switch on Disputes in its features, or look for them at PayPal']
      : []),
    ...(movements === null
      ? [
          'The app may not list payments: switch on Transaction Search, so that the payments check can compare them',
        ]
      : []),
  ]
}

/** Whether the service has answered and refuses this, or was not reached. */
function outcomeOf(error: Error): 'refused' | 'unreached' {
  const isRefused =
    isMarkedRefused(error) ||
    isAboutShop(error) ||
    [PaymentRefused, NoGroundRate, MailRefused].some((type) => error instanceof type) ||
    isRefusedStatus((error as { status?: unknown }).status) ||
    isRefusedMail(error)
  return isRefused ? 'refused' : 'unreached'
}

function isRefusedStatus(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429
}

type MailProblem = { code?: string; responseCode?: number }

const mailProblemOf = ({ cause }: Error) => (cause ?? {}) as MailProblem

function isRefusedMail(error: Error): boolean {
  const { code, responseCode = 0 } = mailProblemOf(error)
  return code === 'EAUTH' || code === 'ENOAUTH' || responseCode >= 500
}

/** What the owner can do about a refusal, and at which field. */
function refusalOf(
  service: ConnectedService,
  error: Error,
  reason: string,
): { message: string; field: string } {
  if (service === 'mail') return mailRefusal(error)
  const field = SERVICE_FIELDS[service].find(({ isSecret }) => isSecret)!.name
  if (service === 'payments' && (error as { issue?: string }).issue === 'PAYEE_MISMATCH')
    return { field: 'merchantId', message: `This is not the merchant ID of this account. ${reason}` }
  if (service === 'payments' && isMarkedRefused(error))
    return {
      field,
      message:
        'PayPal does not accept this client ID and secret. Copy both again, from the tab of the account that you have chosen above',
    }
  return { field, message: `${PROVIDER_NAMES[service]} does not accept this: ${reason}` }
}

/** Only our own words: a raw answer could come from any server that the owner has entered. */
function mailRefusal(error: Error): { message: string; field: string } {
  const { code } = mailProblemOf(error)
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return { field: 'password', message: 'The mail server does not accept this user and password' }
  if (code === 'ETLS') return { field: 'security', message: 'The mail server does not offer this encryption' }
  return {
    field: 'from',
    message:
      'The mail server does not send mail from this address. Enter the address that your provider allows',
  }
}

function unreachedText(service: ConnectedService, error: Error): string {
  if (service !== 'mail')
    return `${PROVIDER_NAMES[service]} was not reached. Nothing has changed; please try again in a moment`
  const { code } = mailProblemOf(error)
  if (code === 'EDNS') return 'There is no mail server with this name. Check its spelling'
  if (code === 'ETLS' || code === 'ESOCKET')
    return 'The mail server was not reached with this encryption. Check server, port and encryption'
  return 'The mail server was not reached, or it is in a private network. Check server and port'
}
