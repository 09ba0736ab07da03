/** The state of the external services, according to their last calls or a test. */
import { SERVICES, SIDE_CALLS, type ServiceState } from '#shared/backoffice/api/admin.ts'
import { noteTestedMail, testMail } from '#server/mail/sending/test-mail.ts'
import { KINDS, type Outcome, type Watched } from '#server/providers/circuit.ts'
import { appleDomainProblem } from '#server/payments/checks/apple-domain.ts'
import type { Shop } from '#server/platform/shop.ts'
import { checkStore } from '#server/platform/storage/watch-store.ts'
import { modeOf } from '../services/mode.ts'
import { knownWebhook } from '../services/own-webhook.ts'
import { requireProof } from '#server/platform/sessions/proof.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'

type Service = (typeof SERVICES)[number]

export function servicesOf(shop: Shop): ServiceState[] {
  return SERVICES.map((service) => stateOf(shop, service))
}

/**
 * Tests a service with the call that a sale makes: opens a payment that is never approved, and reads Apple's domain file
 * if Apple Pay is on; gets the price of a parcel,
 * sends the admin an email, searches for an address, or writes and deletes a file. Returns the state, also if the test
 * fails. Throws 403 without a recent proof, if it would send an email.
 */
export async function testService(shop: Shop, admin: SignedIn, service: Service): Promise<ServiceState> {
  if (service === 'mail') requireProof(shop, admin)
  try {
    if (service === 'storage') await testStorage(shop)
    else if (service === 'mail') await testMailServer(shop, admin)
    else if (service === 'payments') await testPayments(shop)
    else await shop.providers[service].check()
  } catch (error) {
    shop.log.warn({ err: error, service }, 'a test of the connection failed')
  }
  return stateOf(shop, service)
}

async function testPayments(shop: Shop): Promise<void> {
  const problem = await appleDomainProblem(shop)
  shop.outcomes.note('appleDomain', problem)
  await shop.providers.payments.check()
}

async function testMailServer(shop: Shop, admin: SignedIn): Promise<void> {
  await shop.providers.mail.check(await testMail(shop, admin))
  await noteTestedMail(shop)
}

/** Stores the outcome itself, because a call that times out does not store one. */
async function testStorage({ uploads, outcomes, config }: Shop): Promise<void> {
  try {
    await checkStore(uploads.store)
    outcomes.note('storage', null)
  } catch (error) {
    outcomes.note('storage', config.conceal((error as Error).message))
    throw error
  }
}

function stateOf(shop: Shop, service: Service): ServiceState {
  const outcome = shop.outcomes.of(service) ?? latest(shop, service)
  const also = alsoFailing(shop, service)
  return {
    service,
    mode: modeOf(shop, service),
    state: outcome === null ? 'untried' : outcome.problem === null ? 'working' : 'failing',
    at: outcome?.at ?? null,
    since: outcome?.since ?? null,
    problem: outcome?.problem?.slice(0, MAX_CHARACTERS) ?? '',
    nextTryAt: service === 'storage' ? null : shop.circuits[service].nextTryAt(),
    ...(also.length > 0 ? { alsoFailing: also } : {}),
    ...newsAt(shop, service),
  }
}

function newsAt(shop: Shop, service: Service): Pick<ServiceState, 'newsAt'> {
  const known = service === 'payments' || service === 'shipping' ? knownWebhook(shop, service) : 'none'
  return typeof known === 'object' ? { newsAt: known.origin } : {}
}

const MAX_CHARACTERS = 300

/** The kinds of calls of each service. */
const CALLS: Record<Service, readonly Watched[]> = {
  ...KINDS,
  payments: [...KINDS.payments, 'appleDomain'],
  storage: ['storage', 'storageReads'],
}

/**
 * The latest successful call of any kind. Used until the first call of the main kind, because it shows that the service
 * works.
 */
function latest({ outcomes }: Shop, service: Service): Outcome | null {
  const successful = CALLS[service].map((kind) => outcomes.of(kind)).filter((each) => each?.problem === null)
  return successful.reduce<Outcome | null>((best, each) => (best && best.at > each!.at ? best : each!), null)
}

function alsoFailing(shop: Shop, service: Service): NonNullable<ServiceState['alsoFailing']> {
  return SIDE_CALLS.filter((kind) => CALLS[service].includes(kind)).flatMap((calls) => {
    const outcome = shop.outcomes.of(calls)
    if (!outcome?.problem) return []
    const { at, since, problem } = outcome
    const hasCircuit = calls !== 'storageReads' && calls !== 'appleDomain'
    const nextTryAt = hasCircuit ? shop.circuits[calls].nextTryAt() : null
    return [{ calls, at, since, problem: problem.slice(0, MAX_CHARACTERS), nextTryAt }]
  })
}
