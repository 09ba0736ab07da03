/** Finds a Chromium for the browser tests: the system's, Debian's package, or Playwright's. Any Node from 20 on. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { NODE } from './install.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of the program; empty for Playwright's own. */
export function findChromium() {
  return process.env.CHROMIUM || onThePath() || fromDebian() || fromPlaywright()
}

function onThePath() {
  const folders = (process.env.PATH ?? '').split(':')
  return (
    folders.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`)).find((path) => existsSync(path)) ??
    ''
  )
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return ''
  process.stdout.write('  Installing Chromium …\n')
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
  return onThePath()
}

function fromPlaywright() {
  const root = resolve(import.meta.dirname, '..')
  spawnSync(NODE, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    cwd: root,
    stdio: 'inherit',
  })
  return ''
}
