/**
 * A person who tries the shop in a browser: only clicks and types what is visible, counts clicks and keys, and takes a
 * screenshot after each step.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'

export type Task = { task: string; clicks: number; keys: number; seconds: number; notes: string[] }

/** Prints a line. */
export const say = (text: string) => process.stdout.write(`${text}\n`)

export class Person {
  page: Page
  readonly done: Task[] = []
  private readonly folder: string
  private current: Task = { task: '', clicks: 0, keys: 0, seconds: 0, notes: [] }
  private shots = 0

  /** @param folder gets the screenshots */
  constructor(page: Page, folder: string) {
    mkdirSync(folder, { recursive: true })
    this.page = page
    this.folder = folder
  }

  /** Does a task, and records its clicks, keys and seconds. If a task fails, this is recorded, and the trial goes on. */
  async task(name: string, steps: () => Promise<void>): Promise<void> {
    this.current = { task: name, clicks: 0, keys: 0, seconds: 0, notes: [] }
    const began = performance.now()
    try {
      await steps()
    } catch (error) {
      this.note(`FAILED at ${this.page.url()}: ${String(error).split('\n').slice(0, 3).join(' ')}`)
      await this.look('failed')
    }
    this.current.seconds = Math.round((performance.now() - began) / 100) / 10
    this.done.push(this.current)
    say(JSON.stringify(this.current))
  }

  note(text: string): void {
    this.current.notes.push(text)
  }

  async click(target: Locator): Promise<void> {
    await target.filter({ visible: true }).first().click({ timeout: 15_000 })
    this.current.clicks++
  }

  /** Clicks a button by its name, or by a part of it. */
  press = (name: string | RegExp, within: Page | Locator = this.page) =>
    this.click(within.getByRole('button', { name }))

  follow = (name: string | RegExp, within: Page | Locator = this.page) =>
    this.click(within.getByRole('link', { name }))

  /** Clicks a field and types into it. */
  async type(label: string | RegExp, text: string, within: Page | Locator = this.page): Promise<void> {
    const field = within.getByLabel(label).filter({ visible: true }).first()
    await field.fill(text, { timeout: 15_000 })
    this.current.clicks++
    this.current.keys += text.length
  }

  /** Types only if the shop has not filled the field in. */
  async typeIfEmpty(label: string | RegExp, text: string, within: Page | Locator): Promise<void> {
    const field = within.getByLabel(label).filter({ visible: true }).first()
    if ((await field.inputValue({ timeout: 15_000 })) === '') await this.type(label, text, within)
  }

  /** Chooses from a list. It counts two clicks: one opens the list, one chooses. */
  async choose(label: string | RegExp, option: string | { index: number }): Promise<void> {
    await this.page
      .getByLabel(label)
      .filter({ visible: true })
      .first()
      .selectOption(option, { timeout: 15_000 })
    this.current.clicks += 2
  }

  /** Waits until a text is visible. Returns the milliseconds. */
  async see(text: string | RegExp, within: Page | Locator = this.page): Promise<number> {
    const began = performance.now()
    await within.getByText(text).filter({ visible: true }).first().waitFor({ timeout: 40_000 })
    return performance.now() - began
  }

  sees = (text: string | RegExp, within: Page | Locator = this.page) =>
    within.getByText(text).filter({ visible: true }).first().isVisible()

  /** Takes a screenshot of the whole page, or of what is in view. */
  async look(name: string, page = this.page, fullPage = true): Promise<void> {
    this.shots++
    const file = `${String(this.shots).padStart(2, '0')}-${name}.png`
    await page.waitForTimeout(350)
    await page.screenshot({ path: join(this.folder, file), fullPage, timeout: 20_000 }).catch(() => {})
  }

  /** Does steps in the window that a click opens, until it closes. */
  async inPopup(open: () => Promise<void>, steps: (popup: Page) => Promise<void>): Promise<void> {
    const opened = this.page.context().waitForEvent('page', { timeout: 15_000 })
    // If `open` fails, its error is thrown, not that of the missing page.
    opened.catch(() => {})
    await open()
    await steps(await opened)
  }
}
