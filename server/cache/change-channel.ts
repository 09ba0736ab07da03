/**
 * Tells the instances on one PostgreSQL of each other's changes, by LISTEN and NOTIFY. An instance that misses a
 * message is right again after a few seconds, because kept answers run out (kept.ts). Decision 030.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { SECOND } from '../time/clock.ts'
import { collectChanges, type Told } from './collect-changes.ts'
import { SHOP_NAME } from '../db/postgres.ts'
import type { Db } from '../db/schema.ts'
import type { Change, Shop } from '../shop.ts'

const CHANNEL = 'frame_changes'
/** Milliseconds until a lost connection is made again. */
const RETRY = SECOND / 4
/**
 * How often the connection is tried, and after how many steps without an echo it counts as silent, and as lost. Steps
 * are counted and not milliseconds, because an event loop that stands still says nothing about the database.
 */
const STEP = SECOND / 4
const PING_EVERY = 4
const SILENT_AFTER = 12
const LOST_AFTER = 36

const LOST = 'No messages from other instances: their changes are shown after five seconds'

type Message = Told & { from: string; ping?: true }

type Options = {
  url: string
  /** Messages go out by its connections. */
  db: Db
  log: Shop['log']
  /** Called with every change of another instance. */
  onChange: (change: Change) => void
  /** Called when changes may have been missed: after each time that the connection was made. */
  onGap: () => void
}

export type ChangeChannel = ReturnType<typeof openChangeChannel>

/** Listens until `close`, and connects again whenever the connection is lost. */
export function openChangeChannel({ url, db, log, onChange, onGap }: Options) {
  const me = randomUUID()
  const closing = new AbortController()
  const outgoing = collectChanges((message) => notify(db, { ...message, from: me }), closing.signal)
  /** Steps since the last sign of life from the database. */
  let stepsOfSilence = SILENT_AFTER
  let isReported = false

  function receive({ from, changes = [], all, ping }: Message, onEcho: () => void) {
    if (from === me) return ping && onEcho()
    for (const change of changes) onChange(change)
    if (all) onGap()
  }

  /** Follows one connection for as long as it lives. Throws when it is lost. */
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
    await client.query(`listen ${CHANNEL}`)
    const sendPing = pinger(client, me)
    for (let step = 0; !closing.signal.aborted; step++) {
      if (isLost || stepsOfSilence >= LOST_AFTER) throw new Error('The connection was lost')
      // Its own message comes back only where the database really delivers messages to this connection.
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
        // Once for each loss, and not with every try to connect again.
        if (!isReported && !closing.signal.aborted) log.warn({ err: error }, LOST)
        isReported = true
      }
      // A server that says nothing does not answer a goodbye either.
      await Promise.race([client.end().catch(() => {}), pause(SECOND)])
      stepsOfSilence = SILENT_AFTER
      await pause(RETRY, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const listening = listen()

  return {
    /** Tells the other instances of a change that was committed here. */
    tell: outgoing.add,

    /** Whether the database has not been heard of for some seconds. */
    isSilent: (): boolean => stepsOfSilence >= SILENT_AFTER,

    /** Sends what still waits, and ends the connection. */
    async close(): Promise<void> {
      closing.abort()
      await outgoing.flush().catch(() => {})
      await listening
    },
  }
}

/** What is no message of ours may mean anything. */
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

/** Sends a message to itself, unless one is still under way. */
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
