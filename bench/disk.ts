/** Measures the disk: small writes to the end of a file, each flushed before the next write. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = Buffer.alloc(4096, 'x')

/** How many times per second 4 KB can be appended to a file in `folder` and flushed with fdatasync. */
export function fdatasyncRate(folder: string, milliseconds: number): number {
  const path = join(folder, 'fdatasync.tmp')
  const file = openSync(path, 'w')
  const start = performance.now()
  let count = 0
  while (performance.now() - start < milliseconds) {
    writeSync(file, PAGE)
    fdatasyncSync(file)
    count++
  }
  const rate = (count / (performance.now() - start)) * 1000
  closeSync(file)
  rmSync(path)
  return rate
}
