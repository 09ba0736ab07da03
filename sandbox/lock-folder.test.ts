import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'

test.runIf(process.platform === 'linux')(
  'a second process waits until the first has released the folder of journals',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frame-journals-'))
    const first = await lockFolder(folder)
    let isSecond = false
    const second = lockFolder(folder).then((lock) => {
      isSecond = true
      return lock
    })
    await pause(100)
    expect(isSecond).toBe(false)
    await first.close()
    await (await second).close()
    expect(isSecond).toBe(true)
    rmSync(folder, { recursive: true })
  },
)
