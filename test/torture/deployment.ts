/**
 * Deployments under load with the files of deploy/: nginx.conf, the systemd units and roll.sh. Each trial installs a
 * release with a new migration, then one that does not start and is undone. No request may fail and no order may be lost.
 */
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts } from './behind-nginx.ts'
import { startNginx } from './nginx.ts'
import { makePlace } from './places.ts'
import { startLoad, summary, type Tally } from './restarts.ts'
import { OWNER } from './running-shop.ts'
import { startSharedSandboxes } from './shared-sandboxes.ts'
import type { Database, Result } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Folders and files of a release; the large ones that no trial changes are linked. */
const PARTS = ['server', 'shared', 'sandbox', 'scripts', 'build', 'package.json']
const LINKED = ['node_modules', 'imagery']
const READY_WITHIN = '30'

type Plan = { database: Database; count: number; postgres: string | null }

export async function deploymentResults({ database, count, postgres }: Plan): Promise<Result[]> {
  if (postgres === null) return []
  const start = performance.now()
  const site = await openSite(postgres)
  const wrong: string[] = []
  try {
    const [failure] = await mustRoll(site, await makeRelease(site, 'release-0'), 0)
    if (failure !== undefined) throw new Error(failure)
    const tally: Tally = { sent: {}, wrong, slowestMs: 0 }
    const stopping = new AbortController()
    const load = await startLoad(site, tally, stopping.signal)
    for (let trial = 1; trial <= count; trial++) {
      const release = await makeRelease(site, `release-${trial}`)
      await writeFile(join(release, `server/kernel/db/migrations/${900 + trial}-trial.sql`), migration(trial))
      wrong.push(...(await mustRoll(site, release, 0)))
      const broken = await makeRelease(site, `broken-${trial}`)
      await writeFile(join(broken, 'server/start.mjs'), 'process.exit(1)\n')
      wrong.push(...(await mustRoll(site, broken, 1)))
      wrong.push(...(await runningInstead(site, `release-${trial}`)))
    }
    stopping.abort()
    await load()
    wrong.push(...(await lostOrders(site, tally.sent['order'] ?? 0)))
    const seconds = (performance.now() - start) / 1000
    const note = summary(tally, await site.nginx.errors())
    return [
      {
        campaign: 'deployments and undone deployments',
        database,
        trials: count,
        violations: wrong,
        seconds,
        note,
      },
    ]
  } finally {
    await site.close()
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** The folder of the releases, nginx, and the sandboxes that all instances share. */
async function openSite(postgres: string) {
  const place = await makePlace(postgres)
  const home = await mkdtemp(join(tmpdir(), 'frame-home-'))
  const [nginxPort = 0, first = 0, second = 0, jobs = 0] = await freePorts(4)
  const origin = `http://127.0.0.1:${nginxPort}`
  const sandboxes = await startSharedSandboxes(home, origin)
  const settings = {
    ...sandboxes.env,
    DATABASE_URL: place.databaseUrl!,
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: '127.0.0.1',
    UPLOAD_DIR: join(home, 'uploads'),
    SPOTIFY_PLAYLIST_ID: '37i9dQZF1DX4sWSpwq3LiO',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(home, 'shop.env'), lines.join(''))
  await mkdir(join(home, 'nginx-cache'))
  const site = (await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8'))
    .replace('listen 80', `listen 127.0.0.1:${nginxPort}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('/var/cache/nginx/frame', join(home, 'nginx-cache'))
  const nginx = await startNginx({ port: nginxPort, site })
  const env = {
    PATH: process.env.PATH ?? '',
    FRAME_HOME: home,
    PORTS: `${first} ${second}`,
    JOBS_PORT: String(jobs),
    READY_WITHIN,
    SYSTEMCTL: join(home, 'systemctl'),
  }
  await writeFile(
    env.SYSTEMCTL,
    `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'systemctl.mjs')}' "$@"\n`,
    { mode: 0o755 },
  )
  const units = [`frame@${first}`, `frame@${second}`, 'frame-jobs']
  return {
    origin,
    home,
    env,
    nginx,
    databaseUrl: place.databaseUrl!,
    ports: [first, second, jobs],
    close: async () => {
      for (const unit of units) await run(env.SYSTEMCTL, ['stop', unit], env)
      await nginx.stop()
      await sandboxes.close()
      await place.remove()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** A copy of the product under `releases/`, as after `npm ci` and `npm run build`. */
async function makeRelease({ home }: Pick<Site, 'home'>, name: string): Promise<string> {
  const folder = join(home, 'releases', name)
  for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), { recursive: true })
  for (const part of LINKED) await symlink(join(ROOT, part), join(folder, part))
  // Migrations of earlier releases are part of later ones.
  const number = Number(name.replace(/\D/g, ''))
  for (let earlier = 1; earlier <= number; earlier++)
    await writeFile(
      join(folder, `server/kernel/db/migrations/${900 + earlier}-trial.sql`),
      migration(earlier),
    )
  return folder
}

const migration = (trial: number) =>
  `alter table products add column trial_${trial} text not null default '';\n`

/** Runs roll.sh. Returns what is wrong if its exit code is not the expected one. */
async function mustRoll({ env }: Site, release: string, expected: 0 | 1): Promise<string[]> {
  const { code, output } = await run(join(ROOT, 'deploy/roll.sh'), [release], env)
  if (code === expected) return []
  const logs = await run('/bin/sh', ['-c', 'tail -n 20 "$FRAME_HOME"/run/*.log'], env)
  return [
    `roll.sh ended with ${code} instead of ${expected}: ${output.slice(-800)}\n${logs.output.slice(-2000)}`,
  ]
}

/** Every instance must run this release after another one was undone. */
async function runningInstead({ ports }: Site, name: string): Promise<string[]> {
  const wrong: string[] = []
  for (const port of ports) {
    const { status, version } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as {
      status: string
      version: string
    }
    if (status !== 'ok' || version !== name)
      wrong.push(`Port ${port} runs ${version} (${status}) instead of ${name}`)
  }
  return wrong
}

/** The load only counts orders that the shop has confirmed. */
async function lostOrders({ databaseUrl }: Site, confirmed: number): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ count: string }>('select count(*) as count from orders')
  await client.end()
  const stored = Number(rows[0]?.count)
  return stored >= confirmed ? [] : [`${confirmed} orders were confirmed and ${stored} are stored`]
}

function run(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
