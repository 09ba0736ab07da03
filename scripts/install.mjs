/** Installs the packages of package-lock.json if they are missing. Runs on any Node from 20 on. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isInstalled, rememberInstall } from './stamps.mjs'

const ROOT = resolve(import.meta.dirname, '..')

/** The Node version that the product runs on. The npm package `node` pins it. */
export const NODE = join(ROOT, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

export function installIfNeeded() {
  if (isInstalled() && existsSync(NODE)) return
  process.stdout.write('  Installing packages (the first time takes about a minute) …\n')
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20)
    fail(`Node ${process.versions.node} is too old to install with: any Node from 20 on will do.`)
  // Hides warnings about the engine. They are about the current Node, but the product runs on the pinned Node.
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) fail(`npm ci failed:\n${done.stdout ?? ''}\n${done.stderr ?? ''}`)
  if (!existsSync(NODE))
    fail(
      'The package `node` did not bring its program. Are install scripts allowed (npm config get ignore-scripts)?',
    )
  rememberInstall()
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
