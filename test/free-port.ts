/**
 * A TCP port of 127.0.0.1 that is free at the time of the call. It is below the range from which the system chooses
 * ports for connections and for servers on port 0, so it stays free although other tests use many ports: for servers that
 * start later, or again on the same port.
 */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Linux chooses from 32768 on. */
const FIRST = 20_000
const LAST = 32_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
