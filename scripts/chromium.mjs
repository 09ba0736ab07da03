/**
 * Finds a Chromium for the browser tests. The headless shell is preferred: opening a new context with a page takes a
 * third of the CPU time of the full browser. Runs on any Node from 20 on.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { NODE } from './install.mjs'

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Returns the first of these browsers: the program in the variable CHROMIUM, an installed headless shell, the headless
 * shell that Debian's package manager installs, an installed full browser, Playwright's own download.
 * @returns {string} path of the program; empty if Playwright must use its own browser
 */
export function findChromium() {
  return process.env.CHROMIUM || onThePath(SHELLS) || fromDebian() || onThePath(FULL) || fromPlaywright()
}

/** @param {string[]} names */
function onThePath(names) {
  const folders = (process.env.PATH ?? '').split(':')
  return (
    names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((path) => existsSync(path)) ??
    ''
  )
}

/**
 * Installs the headless shell. Returns an empty text if this is not Debian, not root, offline, or if there is no such
 * package.
 */
function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return ''
  process.stdout.write('  Installing the headless shell of Chromium …\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args) => spawnSync('apt-get', args, { stdio: 'ignore', env }).status === 0
  const install = () => aptGet('install', '-y', '--no-install-recommends', SHELLS[0])
  if (install() || (aptGet('update') && install())) return onThePath(SHELLS)
  return ''
}

function fromPlaywright() {
  const root = resolve(import.meta.dirname, '..')
  spawnSync(NODE, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    cwd: root,
    stdio: 'inherit',
  })
  return ''
}
