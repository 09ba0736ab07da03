/**
 * Installs the packages of package-lock.json if they are missing. Building and serving need only `dependencies`; tests
 * and tools also need `devDependencies`. Run as a command, it installs both. Runs on Node 20 or newer.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installed, installStamp, rememberInstall } from './stamps.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const PACKAGES = join(ROOT, 'node_modules')

/** The Node that the product runs on, pinned through the npm package `node`. */
export const NODE = join(PACKAGES, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Deleted after the install: the downloaded copy of Node with 70 MB of headers. `node/bin` has its own link to the program. */
const LEFTOVERS = ['node/node_modules']
/** Deleted unless tools are installed. npm always installs TypeScript and types, as optional peer dependencies of packages. */
const UNUSED_BY_SERVER = ['typescript', '@typescript', '@types', 'csstype']

/**
 * Ends the process with a message if it fails.
 * @param {'server' | 'all'} extent `server`: what building and serving need
 */
export function installIfNeeded(extent) {
  const before = existsSync(NODE) ? installed() : { stamp: '', extent: '' }
  const isCurrent = before.stamp === installStamp()
  if (isCurrent && (before.extent === extent || before.extent === 'all')) return
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) fail(`Node ${process.versions.node} is too old. Install Node 20 or newer.`)
  if (isCurrent) {
    // `npm ci` would first delete all packages, and the shop may be running.
    process.stdout.write('  Installing the packages for tests and tools …\n')
    npm('install', '--no-save', '--include=dev')
  } else {
    process.stdout.write('  Installing packages …\n')
    // An update also installs the tools again if they were installed before.
    if (before.extent === 'all') extent = 'all'
    npm('ci', extent === 'all' ? '--include=dev' : '--omit=dev')
  }
  if (!existsSync(NODE))
    fail(
      'The package `node` was installed without its program. Are install scripts allowed (npm config get ignore-scripts)?',
    )
  for (const name of extent === 'all' ? LEFTOVERS : [...LEFTOVERS, ...UNUSED_BY_SERVER])
    rmSync(join(PACKAGES, name), { recursive: true, force: true })
  rememberInstall(extent)
}

/** @param {string[]} args */
function npm(...args) {
  // Hides warnings that this Node is too old: the shop runs on the Node that is being installed.
  const done = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail(`npm ${args[0]} failed:\n${done.stdout ?? ''}\n${done.stderr ?? ''}`)
}

/** Runs a script of this repository on the pinned Node. @param {string[]} args */
export function runNode(args) {
  const done = spawnSync(NODE, args, { cwd: ROOT, stdio: 'inherit' })
  return done.status ?? 1
}

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`\n  ${message}\n`)
  process.exit(1)
}

if (process.argv[1] === import.meta.filename) installIfNeeded('all')
