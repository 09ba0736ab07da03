/**
 * Each instance has its own sandboxes, and a payment in one sandbox does not exist in another. Therefore, several
 * instances can run on one PostgreSQL database only if PayPal and Shippo are not sandboxes. decisions/026
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SECOND } from '#server/kernel/time/clock.ts'
import { SANDBOX_LOCK, SHOP_NAME } from '#server/kernel/db/postgres.ts'
import { plural } from '#shared/kernel/counts.ts'
import { PROVIDER_NAMES, type ConnectedService } from '#shared/platform/services.ts'

/** Another instance with sandboxes is running on this database. */
export class SandboxesInUse extends Error {
  override name = 'SandboxesInUse'
}

/**
 * Maximum time to wait for the lock. An instance needs less time to stop after SIGTERM, so a restart can start the new
 * instance before the old instance has ended.
 */
const WAIT_LIMIT = 12 * SECOND
const RETRY_EVERY = 0.25 * SECOND

/** The lock of this instance, as its services come and go while it runs. */
export type SandboxGate = {
  /** Waits for the lock if one of these services is a sandbox. Throws SandboxesInUse. Call it at the start. */
  enter: (services: readonly ConnectedService[]) => Promise<void>
  /**
   * Whether this instance may use the sandboxes of these services, which are all that it needs: acquires the lock, if no other
   * instance has it, or releases it, if there are none.
   */
  mayUse: (services: readonly ConnectedService[]) => Promise<boolean>
  release: () => Promise<void>
}

/** Opens the gate without the lock. */
export function sandboxGate(options: Omit<LockOptions, 'services' | 'waitLimit'>): SandboxGate {
  let release: (() => Promise<void>) | null = null
  const acquire = async (services: readonly ConnectedService[], waitLimit: number) => {
    if (release || services.length === 0) return
    const names = services.map((service) => PROVIDER_NAMES[service])
    release = await lockSandboxes({ ...options, services: names, waitLimit })
  }
  const leave = async () => {
    await release?.()
    release = null
  }
  return {
    enter: (services) => acquire(services, WAIT_LIMIT),
    mayUse: async (services) => {
      if (services.length === 0) await leave()
      try {
        await acquire(services, 0)
        return true
      } catch (error) {
        if (error instanceof SandboxesInUse) return false
        throw error
      }
    },
    release: leave,
  }
}

type LockOptions = {
  databaseUrl: string
  /** The names of the services that are sandboxes, such as `PayPal`. */
  services: string[]
  /** Called once with a text for the terminal if another instance has the lock. */
  print: (text: string) => void
  /** Called if the connection was lost and another instance has the lock now: this process must end. */
  onLost: (error: Error) => void
  /** Milliseconds to wait for another instance to stop; by default 12 seconds. */
  waitLimit?: number
}

/**
 * Acquires the sandbox lock of a database, a session-level advisory lock, which ends with this process. Throws
 * SandboxesInUse if another instance still holds it after 12 seconds.
 * @returns releases the lock
 */
export async function lockSandboxes(options: LockOptions): Promise<() => Promise<void>> {
  const { waitLimit = WAIT_LIMIT } = options
  const until = performance.now() + waitLimit
  let session = await lockedSession(options.databaseUrl)
  if (!session && waitLimit > 0)
    options.print('\n  Another instance of this shop is open on this database. Waiting for it to stop …\n')
  while (!session) {
    if (performance.now() > until) throw inUse(options)
    await pause(RETRY_EVERY)
    session = await lockedSession(options.databaseUrl)
  }
  let isReleased = false
  const watch = (client: pg.Client) => {
    session = client
    client.once('end', () => {
      if (!isReleased) void relock()
    })
  }
  /** Acquires the lock again after the connection was lost, for example by a restart of the database. */
  async function relock(): Promise<void> {
    for (;;) {
      await pause(SECOND, undefined, { ref: false })
      if (isReleased) return
      try {
        const client = await lockedSession(options.databaseUrl)
        return client ? watch(client) : options.onLost(inUse(options))
      } catch {
        // If the database cannot be reached, no other instance can acquire the lock either.
      }
    }
  }
  watch(session)
  return async () => {
    isReleased = true
    await session?.end()
  }
}

/** A connection that holds the lock. Null if another connection holds it. Throws if the database cannot be reached. */
async function lockedSession(databaseUrl: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: SHOP_NAME,
    connectionTimeoutMillis: 5 * SECOND,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // With keepalives, the server releases the lock of a machine that is gone. The idle timeout is off, because it
    // would end the session that holds the lock.
    await client.query(`select set_config(name, case name when 'tcp_keepalives_idle' then '15' when 'tcp_keepalives_interval' then '5'
      when 'tcp_keepalives_count' then '3' else '0' end, false) from pg_settings
      where name in ('tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'idle_session_timeout')`)
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
      ...SANDBOX_LOCK,
    ])
    if (rows[0]?.held) return client
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return null
}

function inUse({ services }: LockOptions): SandboxesInUse {
  const settings: Record<string, string> = {
    PayPal: 'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET, with PAYPAL_ENV=sandbox for PayPal’s own sandbox',
    Shippo: 'SHIPPO_TOKEN, where a token that begins with shippo_test_ costs nothing',
  }
  return new SandboxesInUse(
    [
      `Another instance of this shop is open on the same DATABASE_URL, and ${services.join(' and ')} ${plural(services.length, 'is a sandbox', 'are sandboxes')}.`,
      'Each instance has its own sandboxes: an order placed at one instance could not be paid or shipped at the other.',
      'Stop the other instance first. Or, to run several, set for all of them:',
      ...services.map((service) => `  ${settings[service]}`),
    ].join('\n'),
  )
}
