/**
 * Finds a Chromium for the browser tests, and fonts that the site names as replacements while its own are loading. The
 * headless shell is preferred: opening a new context with a page takes a third of the CPU time of the full browser.
 * Runs on Node 20 or newer.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { NODE } from './install.mjs'

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
/** Debian's package of the fonts in app/platform/styles/fallbacks.css, and one of its files. */
const FONTS = {
  package: 'fonts-liberation',
  file: '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
}
const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Returns the first of these browsers: the program in the variable CHROMIUM, an installed headless shell, the headless
 * shell that Debian's package manager installs, an installed full browser, Playwright's own download.
 * @returns {string} path of the program; empty if Playwright must use its own browser
 */
export function findChromium() {
  if (!existsSync(FONTS.file)) installFromDebian(FONTS.package)
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

function fromDebian() {
  return installFromDebian(SHELLS[0]) ? onThePath(SHELLS) : ''
}

/**
 * Installs a package of Debian. Returns whether it is installed. It cannot be installed on another system than Debian,
 * without root, offline, or if there is no such package.
 * @param {string} name
 */
function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  process.stdout.write(`  Installing ${name} …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args) => spawnSync('apt-get', args, { stdio: 'ignore', env }).status === 0
  const install = () => aptGet('install', '-y', '--no-install-recommends', name)
  return install() || (aptGet('update') && install())
}

function fromPlaywright() {
  const root = resolve(import.meta.dirname, '..')
  spawnSync(NODE, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    cwd: root,
    stdio: 'inherit',
  })
  return ''
}
