/** Collects changes for the other instances and sends them in few messages (change-channel.ts). */
import { SECOND } from '#server/kernel/time/clock.ts'
import type { Change, SignalName } from '../shop.ts'

/** A message lists changes, says that anything may have changed, or names signals for the jobs of other instances. */
export type ChangeMessage = { changes?: Change[]; all?: true; signals?: SignalName[] }

/** Milliseconds for which changes are collected, so that many orders at once cause few messages. */
const COLLECT = 10
/** The maximum number of changes in a message: NOTIFY allows 8000 bytes, and a change has fewer than a hundred. */
const PER_MESSAGE = 50
/** If more changes than this wait to be sent, a single message says that anything may have changed. */
const MAX_WAITING = 1000
/** Milliseconds until a failed message is sent again. */
const RETRY = SECOND / 4

type Send = (message: ChangeMessage) => Promise<void>

/** Collects changes and sends them in messages; failed messages are sent again. */
export function collectChanges(send: Send, closing: AbortSignal) {
  let waiting = new Map<string, Change>()
  let isEverything = false
  let signals = new Set<SignalName>()
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

  function addSignal(name: SignalName): void {
    signals.add(name)
    schedule(COLLECT)
  }

  function schedule(milliseconds: number): void {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      flush().catch(() => closing.aborted || schedule(RETRY))
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
