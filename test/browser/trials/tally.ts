/** Counts what a person does on the screens, and estimates the time. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

/** Seconds per tap and per typed character, and to read a new screen. The keystroke-level model with a slow typist. */
const SECONDS = { tap: 1.2, key: 0.3, screen: 3 }

export type Counts = {
  step: string
  taps: number
  fields: number
  keys: number
  screens: number
  wrong: number
}

/** Works on a page by touch, and counts it for the current step. */
export class Tally {
  readonly steps: Counts[] = []
  readonly page: Page
  readonly #shots: string | undefined

  /** @param shots the folder for screenshots; none are taken without it */
  constructor(page: Page, shots: string | undefined) {
    this.page = page
    this.#shots = shots
    if (shots) mkdirSync(shots, { recursive: true })
  }

  /** Starts a step, such as 'Weigh'. */
  begin(step: string): void {
    this.steps.push({ step, taps: 0, fields: 0, keys: 0, screens: 1, wrong: 0 })
  }

  get #now(): Counts {
    return this.steps.at(-1)!
  }

  async tap(target: Locator): Promise<void> {
    await target.tap()
    this.#now.taps++
  }

  /** A tap that was needed because the screen did not show what was expected. */
  async detour(target: Locator): Promise<void> {
    await this.open(target)
    this.#now.wrong++
  }

  /** A tap that opens another screen, which has to be read. */
  async open(target: Locator): Promise<void> {
    await this.tap(target)
    this.#now.screens++
  }

  /** Taps a link that opens a file in a new tab, and the button that closes the tab. Returns the address of the file. */
  async openFile(target: Locator): Promise<string> {
    await expect(target).toBeVisible()
    const href = await target.getAttribute('href')
    this.#now.taps += 2
    this.#now.screens++
    return href!
  }

  /** Taps a field and types into it. */
  async type(target: Locator, text: string): Promise<void> {
    await target.tap()
    await target.fill(text)
    this.#now.taps++
    this.#now.fields++
    this.#now.keys += text.length
  }

  /** A screenshot of the whole screen at the current width. */
  async shoot(name: string): Promise<void> {
    if (!this.#shots) return
    await this.page.screenshot({ path: join(this.#shots, `${name}.png`), fullPage: true })
  }

  /** The counts of all steps as a table in Markdown. */
  table(): string {
    const total: Counts = { step: 'Together', taps: 0, fields: 0, keys: 0, screens: 0, wrong: 0 }
    for (const each of this.steps)
      for (const key of ['taps', 'fields', 'keys', 'screens', 'wrong'] as const) total[key] += each[key]
    const rows = [...this.steps, total].map((each) => {
      const { step, taps, fields, keys, wrong } = each
      return `| ${step} | ${taps} | ${fields} | ${keys} | ${wrong} | ${minutesOf(each).toFixed(1)} |`
    })
    return [
      '| step | taps | typed fields | keys | wrong turns | minutes |',
      '|---|--:|--:|--:|--:|--:|',
      ...rows,
    ].join('\n')
  }
}

function minutesOf({ taps, keys, screens }: Counts): number {
  return (taps * SECONDS.tap + keys * SECONDS.key + screens * SECONDS.screen) / 60
}
