/**
 * Sends changes between the instances on one PostgreSQL database, with LISTEN and NOTIFY. If a message is lost, the
 * other instances are up to date again after five seconds, because cached responses expire (response-cache.ts).
 * decisions/030-several-instances.md
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { SECOND } from '#server/kernel/time/clock.ts'
import { INSTANCE_LOCK, SHOP_NAME } from '#server/kernel/db/postgres.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Change, Shop, SignalName } from '../shop.ts'

/** What instances tell each other besides changes: `connections` if an owner has connected a service. */
export type InstanceSignal = SignalName | 'connections'

const CHANNEL = 'frame_changes'
/** Milliseconds before reconnecting after a loss. */
const RETRY = SECOND / 4
/**
 * The connection is tested every `PING_EVERY` steps. After `SILENT_AFTER` steps without an echo, the connection counts
 * as silent; after `LOST_AFTER` steps, as lost. Steps are counted and not milliseconds, because a blocked event loop
 * would look like a silent database.
 */
const STEP = SECOND / 4
const PING_EVERY = 4
const SILENT_AFTER = 12
const LOST_AFTER = 36

const LOST = 'No messages from other instances: their changes are shown after five seconds'

type Message = ChangeMessage & { from: string; ping?: true }

type Options = {
  url: string
  /** The database; messages are sent through its connections. */
  db: Db
  log: Shop['log']
  /** Called with every change of another instance. */
  onChange: (change: Change) => void
  /** Called with every signal of another instance. */
  onSignal: (name: InstanceSignal) => void
  /** Called after each connect, because changes may have been missed before it. */
  onGap: () => void
}

export type ChangeChannel = ReturnType<typeof openChangeChannel>

/** Listens until `close`, and reconnects after a loss. */
export function openChangeChannel({ url, db, log, onGap, ...listeners }: Options) {
  const ownId = randomUUID()
  const closing = new AbortController()
  const outgoing = collectChanges((message) => notify(db, { ...message, from: ownId }), closing.signal)
  /** Steps since the last message from the database. */
  let stepsOfSilence = SILENT_AFTER
  let isReported = false

  function receive(message: Message, onEcho: () => void) {
    if (message.from !== ownId) passOn(message, { onGap, ...listeners })
    else if (message.ping) onEcho()
  }

  /** Uses one connection until it is lost, and then throws. */
  async function follow(client: pg.Client): Promise<void> {
    let isLost = false
    let isProven = false
    client.on('error', () => (isLost = true))
    client.on('end', () => (isLost = true))
    const onEcho = () => {
      stepsOfSilence = 0
      if (isProven) return
      isProven = true
      isReported = false
      onGap()
    }
    client.on('notification', ({ payload }) => receive(read(payload), onEcho))
    await client.connect()
    await beginListening(client)
    const sendPing = pinger(client, ownId)
    for (let step = 0; !closing.signal.aborted; step++) {
      if (isLost || stepsOfSilence >= LOST_AFTER) throw new Error('The connection was lost')
      // The ping comes back only if the database delivers messages to this connection.
      if (step % PING_EVERY === 0) sendPing()
      await pause(STEP, undefined, { signal: closing.signal })
      stepsOfSilence++
    }
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      stepsOfSilence = SILENT_AFTER
      const client = connectionTo(url)
      try {
        await follow(client)
      } catch (error) {
        // Log once per loss, not for every attempt to reconnect.
        if (!isReported && !closing.signal.aborted) log.warn({ err: error }, LOST)
        isReported = true
      }
      // A silent server does not confirm the end of the connection either, so wait for at most a second.
      await Promise.race([client.end().catch(() => {}), pause(SECOND)])
      stepsOfSilence = SILENT_AFTER
      await pause(RETRY, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const listening = listen()

  return {
    /** Sends a change that was committed here to the other instances. */
    send: outgoing.add,

    /** Sends a signal to the jobs of the other instances. */
    sendSignal: outgoing.addSignal,

    /** Whether the database has sent nothing for some seconds. */
    isSilent: (): boolean => stepsOfSilence >= SILENT_AFTER,

    /** Sends waiting changes, and closes the connection. */
    async close(): Promise<void> {
      closing.abort()
      await outgoing.flush().catch(() => {})
      await listening
    },
  }
}

type Listeners = Pick<Options, 'onChange' | 'onSignal' | 'onGap'>

function passOn(
  { changes = [], signals = [], all }: Message,
  { onChange, onSignal, onGap }: Listeners,
): void {
  for (const change of changes) onChange(change)
  for (const name of signals) onSignal(name)
  if (all) onGap()
}

/** Parses a message. An unreadable message counts as "anything may have changed". */
function read(text = ''): Message {
  try {
    return (JSON.parse(text) as Message | null) ?? { from: '', all: true }
  } catch {
    return { from: '', all: true }
  }
}

function connectionTo(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: SHOP_NAME,
    connectionTimeoutMillis: 5 * SECOND,
    keepAlive: true,
  })
}

async function beginListening(client: pg.Client): Promise<void> {
  await client.query(`listen ${CHANNEL}`)
  await client.query('select pg_advisory_lock_shared($1, $2)', [...INSTANCE_LOCK])
}

/**
 * Returns a function that sends a message to this instance itself, unless the previous message is still being sent.
 */
function pinger(client: pg.Client, from: string): () => void {
  const message: Message = { from, ping: true }
  let isUnderWay = false
  return () => {
    if (isUnderWay) return
    isUnderWay = true
    client.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)]).then(
      () => (isUnderWay = false),
      () => {},
    )
  }
}

async function notify(db: Db, message: Message): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`.execute(db)
}

// Collects changes for the other instances and sends them in few messages.

/**
 * A message lists changes, says that anything may have changed, or names signals for the jobs of other instances.
 */
type ChangeMessage = { changes?: Change[]; all?: true; signals?: InstanceSignal[] }

/** Milliseconds for which changes are collected, so that many orders at once cause few messages. */
const COLLECT = 10
/** The maximum number of changes in a message: NOTIFY allows 8000 bytes, and a change has fewer than a hundred. */
const PER_MESSAGE = 50
/** If more changes than this wait to be sent, a single message says that anything may have changed. */
const MAX_WAITING = 1000
/** Milliseconds until a failed message is sent again. */
const SEND_AGAIN_AFTER = SECOND / 4

type Send = (message: ChangeMessage) => Promise<void>

/** Collects changes and sends them in messages; failed messages are sent again. */
function collectChanges(send: Send, closing: AbortSignal) {
  let waiting = new Map<string, Change>()
  let isEverything = false
  let signals = new Set<InstanceSignal>()
  let isDue = false

  function add(change: Change): void {
    const key = `${change.tag} ${change.id ?? ''}`
    const before = waiting.get(key)
    waiting.set(key, before ? merge(before, change) : change)
    if (waiting.size > MAX_WAITING) {
      waiting = new Map()
      isEverything = true
    }
    schedule(COLLECT)
  }

  function addSignal(name: InstanceSignal): void {
    signals.add(name)
    schedule(COLLECT)
  }

  function schedule(milliseconds: number): void {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      flush().catch(() => closing.aborted || schedule(SEND_AGAIN_AFTER))
    }, milliseconds).unref()
  }

  async function flush(): Promise<void> {
    const [changes, all, raised] = [[...waiting.values()], isEverything, signals]
    waiting = new Map()
    isEverything = false
    signals = new Set()
    try {
      if (raised.size > 0) await send({ signals: [...raised] })
      if (all) await send({ all: true })
      for (let start = 0; start < changes.length; start += PER_MESSAGE)
        await send({ changes: changes.slice(start, start + PER_MESSAGE) })
    } catch (error) {
      isEverything ||= all
      for (const name of raised) signals.add(name)
      for (const change of changes) add(change)
      throw error
    }
  }

  return { add, addSignal, flush }
}

/** One change that covers two changes of the same row. */
function merge({ tag, id, ...one }: Change, other: Change): Change {
  return { tag, id, stock: one.stock && other.stock, gone: one.gone || other.gone }
}
