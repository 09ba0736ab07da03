/**
 * A person whose steps are measured with a keystroke-level model (decisions/073-trial-as-a-new-owner.md): clicks, keys,
 * screens that are scrolled, words that are read, and the time that the shop lets the person wait.
 */
import type { Locator, Page, Request } from '@playwright/test'
import { Person, say } from './person.ts'
import { readScreen, whereIs } from './in-view.ts'

/** Seconds for pointing and a click, a screen that is scrolled, a key, a decision, and a word. */
const SECONDS = { click: 1.2, scroll: 1.2, key: 0.28, decision: 1.35, word: 60 / 230 }

/** A quiet page has requested nothing for this long, in milliseconds. */
const QUIET = 300

/** How long a person waits for the next step before it counts as missing, in milliseconds. */
const PATIENCE = 40_000

export type Measured = {
  task: string
  clicks: number
  keys: number
  scrolls: number
  words: number
  waited: number
  decisions: number
  wrong: string[]
}

export class MeasuredPerson extends Person {
  readonly measured: Measured[] = []
  private now: Measured = emptyTask('')
  /** The lines that this person has read. They are not read again. */
  private readonly read = new Set<string>()
  private readonly asked = new Set<Request>()

  constructor(page: Page, folder: string) {
    super(page, folder)
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.asked.clear()
      if (isWaitedFor(request)) this.asked.add(request)
    })
    page.on('response', (response) => this.asked.delete(response.request()))
    page.on('requestfailed', (request) => this.asked.delete(request))
  }

  /** Does a task. A failure is a wrong turn. */
  override async task(name: string, steps: () => Promise<void>): Promise<void> {
    this.now = emptyTask(name)
    await super.task(name, steps)
    const last = this.done.at(-1)!
    for (const note of last.notes) if (note.startsWith('FAILED')) this.now.wrong.push(note)
    this.measured.push(this.now)
    say(rowOf(this.now))
  }

  /** Opens the address at which a task begins. This is no step of the task. */
  async begin(address: string): Promise<void> {
    await this.page.goto(address)
    if (address !== 'about:blank') await this.page.locator('main h1').first().waitFor({ timeout: PATIENCE })
    await this.settle()
    this.now.waited = 0
  }

  /** Looks at the screen and reads what is new on it, scrolls to the target, and clicks it. */
  override async click(target: Locator): Promise<void> {
    const one = target.filter({ visible: true }).first()
    await this.reach(one)
    const began = performance.now()
    await one.click({ timeout: PATIENCE })
    this.now.clicks++
    this.now.decisions++
    await this.settle(began)
  }

  override async type(
    label: string | RegExp,
    text: string,
    within: Page | Locator = this.page,
  ): Promise<void> {
    const field = within.getByLabel(label).filter({ visible: true }).first()
    await this.fill(field, text)
  }

  /** Types into a field. A date or time has eight or six keys. */
  async fill(field: Locator, text: string, keys = text.length): Promise<void> {
    await this.reach(field)
    await field.fill(text, { timeout: PATIENCE })
    this.now.clicks++
    this.now.decisions++
    this.now.keys += keys
  }

  override choose(label: string | RegExp, option: string | { index: number }): Promise<void> {
    return this.pick(this.page.getByLabel(label).filter({ visible: true }).first(), option)
  }

  /** Chooses from a list. */
  async pick(list: Locator, option: string | { index: number }): Promise<void> {
    await this.reach(list)
    const began = performance.now()
    await list.selectOption(option, { timeout: PATIENCE })
    this.now.clicks += 2
    this.now.decisions++
    await this.settle(began)
  }

  /** Chooses a file: one click opens the dialog of the computer, two choose the file. */
  async give(
    input: Locator,
    file: string | { name: string; mimeType: string; buffer: Buffer },
  ): Promise<void> {
    const one = input.filter({ visible: true }).first()
    await this.reach(one)
    const began = performance.now()
    await one.setInputFiles(file)
    this.now.clicks += 3
    this.now.decisions++
    await this.settle(began)
  }

  /** Waits until a text is visible, and counts the time. */
  override async see(text: string | RegExp, within: Page | Locator = this.page): Promise<number> {
    const waited = await super.see(text, within)
    this.now.waited += waited / 1000
    return waited
  }

  /** Records a step whose next button was missing, out of sight without a hint, or had a label that does not describe it. */
  wrongTurn(text: string): void {
    this.now.wrong.push(text)
  }

  /** Counts the words of a text outside of the shop, such as a mail. */
  readText(text: string): void {
    this.now.words += wordsOf(text)
  }

  /** Takes a screenshot of what is in view. */
  async shoot(name: string): Promise<void> {
    await this.look(name, this.page, false)
  }

  private async reach(target: Locator): Promise<void> {
    await target.waitFor({ timeout: PATIENCE })
    await this.lookAround()
    const { screens, hasHint } = await whereIs(target)
    if (screens > 0) {
      this.now.scrolls += screens
      if (!hasHint) this.wrongTurn(`nothing in view shows where this is: ${await nameOf(target)}`)
      await target.scrollIntoViewIfNeeded()
      await this.lookAround()
    }
  }

  private async lookAround(): Promise<void> {
    await this.shoot(this.now.task.replaceAll(/\W+/g, '-').slice(0, 30))
    for (const line of await readScreen(this.page)) {
      if (this.read.has(line)) continue
      this.read.add(line)
      this.now.words += wordsOf(line)
    }
  }

  /** Waits until the page is quiet, and counts the time since `began` without the quiet time. */
  private async settle(began = performance.now()): Promise<void> {
    let last = performance.now()
    const until = last + PATIENCE
    while (performance.now() - last < QUIET && performance.now() < until) {
      if (this.asked.size > 0) last = performance.now()
      await this.page.waitForTimeout(25).catch(() => {})
    }
    this.now.waited += Math.max(0, last - began) / 1000
  }
}

const emptyTask = (task: string): Measured => ({
  task,
  clicks: 0,
  keys: 0,
  scrolls: 0,
  words: 0,
  waited: 0,
  decisions: 0,
  wrong: [],
})

/** A person works on while pictures and fonts still load. */
const isWaitedFor = (request: Request) =>
  ['document', 'script', 'fetch', 'xhr'].includes(request.resourceType())

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length

async function nameOf(target: Locator): Promise<string> {
  const text = await target.evaluate((it: any) => it.labels?.[0]?.textContent ?? it.textContent)
  return text.trim().slice(0, 60)
}

export function minutesOf({ clicks, keys, scrolls, words, waited, decisions }: Measured): number {
  const seconds =
    clicks * SECONDS.click +
    scrolls * SECONDS.scroll +
    keys * SECONDS.key +
    decisions * SECONDS.decision +
    words * SECONDS.word +
    waited
  return seconds / 60
}

const rowOf = (one: Measured) =>
  `| ${one.task} | ${one.clicks} | ${one.keys} | ${one.scrolls} | ${one.words} | ${Math.round(one.waited)} | ${minutesOf(one).toFixed(1)} | ${one.wrong.length} |`

/** The tasks and their sum as a table in Markdown, and below it the wrong turns. */
export function tableOf(tasks: readonly Measured[]): string {
  const sum = emptyTask('**Together**')
  for (const one of tasks) {
    for (const key of ['clicks', 'keys', 'scrolls', 'words', 'waited', 'decisions'] as const)
      sum[key] += one[key]
    sum.wrong.push(...one.wrong.map((text) => `${one.task}: ${text}`))
  }
  return [
    '| Task | Clicks | Keys | Screens scrolled | Words | Seconds of waiting | Minutes | Wrong turns |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...[...tasks, sum].map(rowOf),
    ...sum.wrong.map((text) => `- ${text}`),
  ].join('\n')
}
