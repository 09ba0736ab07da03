/**
 * Keeps the shop's files from the other users of the machine: the database has addresses and password hashes, the sign-in
 * of the first admin is a password, and pictures may not be published yet.
 */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from './write.ts'

/** Makes all files that this process and its children create from now on readable only by their owner. */
export function createPrivately(): void {
  process.umask(0o077)
}

/** What the shop has in its data folder. Of a folder, only its own permissions count: others cannot open what is in it. */
const OWN = [
  /^shop\.sqlite/,
  /^admin-sign-in\.txt$/,
  /^gift-card\.key/,
  /^secrets\.key/,
  /^lock\.json$/,
  /^(paypal|shippo)-sandbox\.jsonl/,
  /^(uploads|incoming)$/,
  /^(replaced-|\.backup-|\.restore-)/,
  /\.tar\.gz(\.part)?$/,
]

/**
 * Takes the permissions of group and others from the shop's own files in a folder that existed, for example files of an
 * earlier version, or a folder that was restored with other permissions. Other files, links, and files of another user
 * stay as they are.
 */
export function makePrivate(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!OWN.some((pattern) => pattern.test(name))) continue
    const path = join(dataDir, name)
    try {
      const found = lstatSync(path)
      if (found.isSymbolicLink() || (found.mode & 0o077) === 0) continue
      chmodSync(path, found.mode & 0o700)
    } catch (error) {
      const code = errorCode(error)
      if (code !== 'ENOENT' && code !== 'EPERM') throw error
    }
  }
}
