/**
 * Hashes of the files that the install, the build of the site and the bundle of the server depend on. Each is skipped if
 * nothing has changed. Runs on Node 20 or newer.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const INSTALLED = join(ROOT, 'node_modules/.frame-installed')
const BUILT = join(ROOT, 'build/.stamp')
const BUILD_SOURCES = [
  'app',
  'shared',
  'public',
  'imagery/index.json',
  'imagery/catalogue.json',
  'imagery/drawings',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/pictures.ts',
  'scripts/picture-plugin.ts',
  'scripts/omit-schemas.ts',
  'scripts/route-module-plugin.ts',
  'scripts/slim-manifest.ts',
  'server/kernel/pictures',
  'package-lock.json',
]
/** The folder of the server's joined modules (bundle-server.ts). */
export const BUNDLE = join(ROOT, 'build/server')
const BUNDLED = join(BUNDLE, '.stamp')
const BUNDLE_SOURCES = ['server', 'shared', 'scripts/bundle-server.ts', 'package-lock.json']

/** The stamp of the packages that should be installed. */
export function installStamp() {
  return hash([join(ROOT, 'package-lock.json')], `${process.platform} ${process.arch}`)
}

/** The stamp and extent of the last install; empty before the first one. */
export function installed() {
  const [stamp = '', extent = ''] = read(INSTALLED).split(' ')
  return { stamp, extent }
}

/** @param {'server' | 'all'} extent */
export function rememberInstall(extent) {
  writeFileSync(INSTALLED, `${installStamp()} ${extent}`)
}

export const buildStamp = () => stampOf(BUILD_SOURCES)

export function isBuilt() {
  return (
    existsSync(join(ROOT, 'build/site/server/index.js')) &&
    existsSync(join(ROOT, 'build/pictures/manifest.json')) &&
    read(BUILT) === buildStamp()
  )
}

/** @param {string} stamp */
export function writeStamp(stamp) {
  mkdirSync(dirname(BUILT), { recursive: true })
  writeFileSync(BUILT, stamp)
}

export const bundleStamp = () => stampOf(BUNDLE_SOURCES)

/** Whether the server has been bundled from its sources as they are now. */
export function isBundled() {
  return existsSync(join(BUNDLE, 'main.js')) && read(BUNDLED) === bundleStamp()
}

/** @param {string} stamp */
export function writeBundleStamp(stamp) {
  mkdirSync(BUNDLE, { recursive: true })
  writeFileSync(BUNDLED, stamp)
}

/** @param {string[]} names files and folders */
function stampOf(names) {
  return hash(
    names.flatMap((name) => filesUnder(join(ROOT, name))),
    '',
  )
}

/** @param {string[]} files @param {string} more */
function hash(files, more) {
  const sum = createHash('sha256').update(more)
  for (const file of files)
    sum.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
  return sum.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => (name.includes('.test.') ? [] : filesUnder(join(path, name))))
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
