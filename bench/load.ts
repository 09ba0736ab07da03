/**
 * Measures read requests: the maximum number of responses, with 50 connections that each send one request at a time.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { BareResponse } from './bare.ts'
import { Client, request } from './client.ts'

const CONNECTIONS = 50
const WARM_UP_MS = 500

/** The requests to send: the same paths repeatedly, or a new path for each request. */
export type Paths = readonly string[] | (() => string)

/**
 * Sends requests for `milliseconds` and returns the responses per second. Throws if a response is not a 200.
 * @param onStart called after the warm-up, when the measured time begins
 */
export async function responsesPerSecond(
  port: number,
  paths: Paths,
  milliseconds: number,
  onStart: () => void = () => {},
): Promise<number> {
  const next = requests(paths)
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(port, false))
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
  onStart()
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

/** Returns a new search word at each call, so that no cached response matches. */
export function newSearchWords(): () => string {
  let count = 0
  return () => (count++).toString(36).padStart(5, 'q')
}

/** What the shop responds to a path once the response is cached and well compressed. */
export async function sampleOf(port: number, path: string): Promise<Sample> {
  const client = new Client(port)
  for (let time = 0; time < 2; time++) await client.ask(request({ path }))
  await pause(COMPRESSED_AFTER_MS)
  const { status, head, body } = await client.ask(request({ path }))
  client.close()
  if (status !== 200) throw new Error(`${path} responds with ${status}`)
  const headers = head.split('\r\n').slice(1).filter(Boolean).map(fieldOf)
  return { headers: headers.filter(([name]) => !WRITTEN_BY_NODE.test(name)), body }
}

export type Sample = { headers: [string, string][]; body: Buffer }

const COMPRESSED_AFTER_MS = 200
const WRITTEN_BY_NODE = /^(date|connection|keep-alive)$/i
const NEEDED = /^content-(type|length)$/i

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 2)]
}

/** Starts `bare.ts` with the same body and headers, or, if `naked`, with only the headers that every response needs. */
export async function startBare({ headers, body }: Sample, naked: boolean) {
  const child = fork(new URL('./bare.ts', import.meta.url))
  const sent = naked ? headers.filter(([name]) => NEEDED.test(name)) : headers
  child.send({ headers: sent.flat(), body: body.toString('base64') } satisfies BareResponse)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
