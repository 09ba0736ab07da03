/** Causes failures of a PostgreSQL server and of the connection to it: restarts, ended backends, and no response. */
import { readdir, readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Postgres } from '../postgres.ts'

/**
 * smart, fast and immediate are the modes of `pg_ctl stop`. Connection pools do not disconnect by themselves, so smart is
 * followed by fast after one second. terminated: all backends are ended, and the server continues. crashed: one backend
 * gets SIGKILL, after which the server ends all others and recovers.
 */
export const FAILURES = ['fast', 'immediate', 'terminated', 'smart', 'crashed'] as const
export type Failure = (typeof FAILURES)[number]

/** Causes the failure and resolves when the server accepts connections again. */
export async function causeFailure(server: Postgres, failure: Failure, downMs: number): Promise<void> {
  if (failure === 'terminated') {
    await ask(server, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  } else if (failure === 'crashed') {
    const busy = await ask(
      server,
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (busy[0]) process.kill(busy[0]['pid'] as number, 'SIGKILL')
    // The server ends all backends, including the one of this query.
    await pause(200)
  } else {
    const pid = await server.pid()
    if (failure === 'smart') {
      process.kill(pid, 'SIGTERM')
      await pause(1000)
    }
    process.kill(pid, failure === 'immediate' ? 'SIGQUIT' : 'SIGINT')
    while (isAlive(pid)) await pause(20)
    await pause(downMs)
    await server.startAgain()
  }
  await untilAccepts(server)
}

/**
 * Sends SIGSTOP to the server and all its backends: connections stay open, but nothing responds.
 * @returns a function that resumes them
 */
export async function freeze(server: Postgres): Promise<() => void> {
  const pid = await server.pid()
  // The main process is stopped first, so that it cannot start further backends.
  process.kill(pid, 'SIGSTOP')
  const all = [pid, ...(await childrenOf(pid))]
  for (const one of all) process.kill(one, 'SIGSTOP')
  return () => {
    for (const one of all.toReversed()) if (isAlive(one)) process.kill(one, 'SIGCONT')
  }
}

export type SilentProxy = {
  /** The address of a database through the proxy. */
  url: (database: string) => string
  /** Stops forwarding, on open connections and on new ones, which are still accepted. */
  silence: () => void
  /** Forwards new connections again. Older connections stay unusable, as after the failure of a host. */
  restore: () => void
  close: () => Promise<void>
}

/** A TCP proxy in front of the server that can stop forwarding without closing connections. */
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
    // The fields after the name in parentheses are the state and the parent's id.
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
