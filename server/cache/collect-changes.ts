/** Collects changes for the other instances and sends them in few messages (change-channel.ts). */
import { SECOND } from '../time/clock.ts'
import type { Change } from '../shop.ts'

/** What a message tells: single changes, or that anything may have changed. */
export type Told = { changes?: Change[]; all?: true }

/** Milliseconds for which changes are collected, so that a rush of orders is few messages. */
const COLLECT = 10
/** A message may have 8000 bytes; a change has less than a hundred. */
const IN_A_MESSAGE = 50
/** More changes than this that could not be sent are sent as one: everything may have changed. */
const MOST_WAITING = 1000
/** Milliseconds until what could not be sent is tried again. */
const RETRY = SECOND / 4

type Send = (message: Told) => Promise<void>

/** Collects changes and sends them in messages; what cannot be sent is tried again. */
export function collectChanges(send: Send, closing: AbortSignal) {
  let waiting = new Map<string, Change>()
  let isEverything = false
  let isDue = false

  function add(change: Change): void {
    const key = `${change.tag} ${change.id ?? ''}`
    const before = waiting.get(key)
    waiting.set(key, before ? graver(before, change) : change)
    if (waiting.size > MOST_WAITING) {
      waiting = new Map()
      isEverything = true
    }
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
    const [changes, all] = [[...waiting.values()], isEverything]
    waiting = new Map()
    isEverything = false
    try {
      if (all) await send({ all: true })
      for (let start = 0; start < changes.length; start += IN_A_MESSAGE)
        await send({ changes: changes.slice(start, start + IN_A_MESSAGE) })
    } catch (error) {
      isEverything ||= all
      for (const change of changes) add(change)
      throw error
    }
  }

  return { add, flush }
}

/** One change that says no less than two of the same thing. */
function graver({ tag, id, ...one }: Change, other: Change): Change {
  return { tag, id, stock: one.stock && other.stock, gone: one.gone || other.gone }
}
