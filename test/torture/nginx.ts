/** Starts an nginx in front of several instances, with a typical configuration in a temporary folder. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']
const START_WITHIN_MS = 5000

export type Nginx = {
  /** Its origin, such as http://127.0.0.1:4711. */
  origin: string
  /** The content of its error log. */
  errors: () => Promise<string>
  stop: () => Promise<void>
}

type Options = {
  /** The port of 127.0.0.1 to listen on. */
  port: number
  /** The ports of the instances behind it. */
  upstreams?: number[]
  /** The text of a configuration file that replaces the generated one for `upstreams`. It must listen on `port`. */
  site?: string
  /** Requests for paths with this prefix go to this port instead of the instances. */
  locations?: Record<string, number>
  /** Number of idle connections to the instances; 0 is nginx's default: HTTP/1.0 with one connection per request. */
  keepAlive?: number
}

/** Starts nginx and waits until it listens. Throws with its error log if it does not start. */
export async function startNginx({
  port,
  upstreams = [],
  locations = {},
  keepAlive = 32,
  site = '',
}: Options): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'frame-nginx-'))
  const file = join(folder, 'nginx.conf')
  const log = join(folder, 'error.log')
  await writeFile(file, configuration(folder, { port, upstreams, locations, keepAlive, site }))
  const child = spawn(findNginx(), ['-p', folder, '-e', log, '-c', file], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const errors = () => readFile(log, 'utf8').catch(() => '')
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (const until = performance.now() + START_WITHIN_MS; ; await pause(20)) {
    // nginx answers this request itself. A request to the instances could fail, and nginx would then skip them for ten seconds.
    if (await fetch(`${origin}/nginx-is-up`).catch(() => null)) return { origin, errors, stop }
    if (child.exitCode === null && performance.now() < until) continue
    const text = await errors()
    await stop()
    throw new Error(`nginx did not start:\n${text}`)
  }
}

/** The path of nginx; installs it with apt-get if this runs as root on Debian. Throws if there is none. */
export function findNginx(): string {
  const path = installed() ?? (installFromDebian(), installed())
  if (path) return path
  throw new Error('nginx is required to run several instances. Install it, then try again')
}

function installed(): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), ...FOLDERS]
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null
}

function installFromDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stdout.write('  Installing nginx …\n')
  const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light'], quiet)
}

function configuration(folder: string, options: Required<Options>): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_max_body_size 320m;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${options.site ? options.site.replace(/^server \{$/m, `server {\n${IS_UP}`) : plainSite(options)}
}
`
}

const IS_UP = '    location = /nginx-is-up { return 204; }'

/** The configuration that most owners would write, with nginx's default retries and time limits. */
function plainSite({ port, upstreams, locations, keepAlive }: Required<Options>): string {
  const keepAliveLines = `
      proxy_http_version 1.1;
      proxy_set_header Connection "";`
  const headerLines = `${keepAlive ? keepAliveLines : ''}
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;`
  return `
  upstream shop {
${upstreams.map((upstream) => `    server 127.0.0.1:${upstream};`).join('\n')}
    ${keepAlive ? `keepalive ${keepAlive};` : ''}
  }
  server {
    listen 127.0.0.1:${port};
${IS_UP}
    location / {
      proxy_pass http://shop;${headerLines}
    }
${Object.entries(locations)
  .map(
    ([path, to]) => `    location ${path} {\n      proxy_pass http://127.0.0.1:${to};${headerLines}\n    }`,
  )
  .join('\n')}
  }
`
}
