/**
 * Measures the latency of a cached page for one visitor. A separate thread sends requests at a fixed rate, so that
 * neither the load nor the program that generates it affects the times.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Client, request } from './client.ts'

export type ProbeOptions = { port: number; paths: readonly string[]; perSecond: number; milliseconds: number }

/** The 99th percentile of the latencies, in milliseconds. */
export function p99Of(options: ProbeOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: options })
    worker.once('message', (latencies: number[]) => {
      latencies.sort((a, b) => a - b)
      resolve(latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN)
    })
    worker.once('error', reject)
  })
}

async function probe({ port, paths, perSecond, milliseconds }: ProbeOptions): Promise<number[]> {
  const requests = paths.map((path) => request({ path }))
  const free: Client[] = []
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  const send = async (bytes: Buffer) => {
    const client = free.pop() ?? new Client(port)
    const sentAt = performance.now()
    const { status } = await client.ask(bytes)
    latencies.push(performance.now() - sentAt)
    if (status !== 200) throw new Error(`Status ${status}`)
    free.push(client)
  }
  const start = performance.now()
  for (let count = 0; (count * 1000) / perSecond < milliseconds; count++) {
    await pause(Math.max(0, start + (count * 1000) / perSecond - performance.now()))
    pending.push(send(requests[count % requests.length]!))
  }
  await Promise.all(pending)
  for (const client of free) client.close()
  return latencies
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads, not a window
if (!isMainThread) parentPort?.postMessage(await probe(workerData as ProbeOptions))
