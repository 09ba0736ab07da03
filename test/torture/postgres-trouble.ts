/** What can happen to a PostgreSQL server and to the way to it: restarts, ended backends, and silence. */
import { readdir, readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Postgres } from '../postgres.ts'

/**
 * smart, fast and immediate are the modes of `pg_ctl stop`; since connection pools never leave by themselves, smart is
 * followed by fast after a second. terminated: all backends are ended, and the server stays. crashed: one backend is
 * killed with -9, after which the server ends all others and recovers.
 */
export const TROUBLES = ['fast', 'immediate', 'terminated', 'smart', 'crashed'] as const
export type Trouble = (typeof TROUBLES)[number]

/** Makes the trouble, and resolves when the server accepts connections again. */
export async function makeTrouble(server: Postgres, trouble: Trouble, downMs: number): Promise<void> {
  if (trouble === 'terminated') {
    await ask(server, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  } else if (trouble === 'crashed') {
    const busy = await ask(
      server,
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (busy[0]) process.kill(busy[0]['pid'] as number, 'SIGKILL')
    // The server ends all backends, among them the one that asks.
    await pause(200)
  } else {
    const pid = await server.pid()
    if (trouble === 'smart') {
      process.kill(pid, 'SIGTERM')
      await pause(1000)
    }
    process.kill(pid, trouble === 'immediate' ? 'SIGQUIT' : 'SIGINT')
    while (isAlive(pid)) await pause(20)
    await pause(downMs)
    await server.startAgain()
  }
  await untilAccepts(server)
}

/** SIGSTOP to the server and all its backends: connections stay open, and nothing answers. */
export async function freeze(server: Postgres): Promise<() => void> {
  const pid = await server.pid()
  // The first process is stopped first, so that it starts no backend that would be missed.
  process.kill(pid, 'SIGSTOP')
  const all = [pid, ...(await childrenOf(pid))]
  for (const one of all) process.kill(one, 'SIGSTOP')
  return () => {
    for (const one of all.toReversed()) if (isAlive(one)) process.kill(one, 'SIGCONT')
  }
}

export type SilentProxy = {
  /** The same database by way of the proxy. */
  url: (database: string) => string
  /** From now on nothing passes: neither on connections that are open, nor on new ones, which are accepted. */
  silence: () => void
  /** New connections pass again. Those from before stay silent, as after the host behind them has gone. */
  restore: () => void
  close: () => Promise<void>
}

/** A TCP proxy in front of the server that can fall silent without closing a connection. */
export async function startProxy(server: Postgres): Promise<SilentProxy> {
  const target = new URL(server.url('postgres'))
  const pairs = new Set<[Socket, Socket | null]>()
  let isSilent = false
  const proxy = createServer((client) => {
    const upstream = isSilent ? null : connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket | null] = [client, upstream]
    pairs.add(pair)
    const end = () => {
      client.destroy()
      upstream?.destroy()
      pairs.delete(pair)
    }
    client.on('error', end).on('close', end)
    upstream?.on('error', end).on('close', end)
    if (upstream) client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: (database) => server.url(database).replace(`:${target.port}/`, `:${port}/`),
    silence: () => {
      isSilent = true
      for (const [client, upstream] of pairs) {
        if (upstream) client.unpipe(upstream).pause()
        upstream?.unpipe(client).pause()
      }
    },
    restore: () => {
      isSilent = false
    },
    close: async () => {
      for (const [client] of pairs) client.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

async function untilAccepts(server: Postgres): Promise<void> {
  for (;;) {
    try {
      await ask(server, 'select 1')
      return
    } catch {
      await pause(20)
    }
  }
}

async function ask(server: Postgres, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = []
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    // The fields after the name, which stands in parentheses: state, then the parent's id.
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) children.push(Number(name))
  }
  return children
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
