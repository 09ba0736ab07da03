/**
 * Measures read requests: the maximum number of responses, with 50 connections that each send one request at a time.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, request } from './client.ts'

const CONNECTIONS = 50
const WARM_UP_MS = 500

/** The requests to send: the same paths repeatedly, or a new path for each request. */
export type Paths = readonly string[] | (() => string)

/** Sends requests for `milliseconds` and returns the responses per second. Throws if a response is not a 200. */
export async function responsesPerSecond(port: number, paths: Paths, milliseconds: number): Promise<number> {
  const next = requests(paths)
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(port))
  const work = { running: true }
  let answered = 0
  const loops = clients.map(async (client) => {
    while (work.running) {
      const { status } = await client.ask(next())
      if (status !== 200) throw new Error(`Status ${status}`)
      answered++
    }
    client.close()
  })
  const failing = Promise.all(loops)
  await Promise.race([pause(WARM_UP_MS), failing])
  const before = answered
  const start = performance.now()
  await Promise.race([pause(milliseconds), failing])
  const rate = ((answered - before) / (performance.now() - start)) * 1000
  work.running = false
  await failing
  return rate
}

function requests(paths: Paths): () => Buffer {
  if (typeof paths === 'function') return () => request({ path: paths() })
  const ready = paths.map((path) => request({ path }))
  let next = 0
  return () => ready[next++ % ready.length]!
}

/**
 * The mean size in bytes and the type of the cached responses to `paths`. Each path is requested twice, so that it is
 * cached.
 */
export async function sampleOf(
  port: number,
  paths: readonly string[],
): Promise<{ bytes: number; type: string }> {
  const client = new Client(port)
  let bytes = 0
  let type = ''
  for (const path of paths) {
    await client.ask(request({ path }))
    const answer = await client.ask(request({ path }))
    if (answer.status !== 200) throw new Error(`${path} responds with ${answer.status}`)
    bytes += answer.bytes
    type = answer.type
  }
  client.close()
  return { bytes: Math.round(bytes / paths.length), type }
}

/** Starts `bare.ts` with a body of the same size and type. */
export async function startBare({ bytes, type }: { bytes: number; type: string }) {
  const child = fork(new URL('./bare.ts', import.meta.url), [String(bytes), type])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
