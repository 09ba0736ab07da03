/**
 * A queue of this browser: keeps the steps that a screen completes, sends them in order, and tells the screen about changes. It
 * starts with the first screen that uses it and then works on all screens until the tab is closed
 * (decisions/071-roast-day-offline.md).
 */
import { CallError } from '#app/platform/api/call.ts'
import { newKey } from '#app/platform/api/send-once.ts'
import { signedInUserId } from '#app/platform/session/session.ts'
import { asOnlySender } from './one-sender.ts'
import {
  isTooOld,
  needing,
  nextToSend,
  pauseAfter,
  TOO_OLD,
  verdictOf,
  type Links,
  type QueuedStep,
} from './queue.ts'
import { openStore, type StepStore } from './store.ts'

export type QueueState<Step> = {
  /** The steps of all users, in order. Null until they are read. */
  steps: readonly QueuedStep<Step>[] | null
  /** Whether the last request got no answer. */
  isUnreachable: boolean
  /** False if the browser allows no storage: then the steps are lost with the page. */
  isKept: boolean
}

type Options<Step> = {
  /** The name of its database in this browser. */
  name: string
  /** Sends a step with its key. Throws CallError. */
  request: (step: QueuedStep<Step>) => Promise<{ message: string }>
}

type Answered<Step> = (step: QueuedStep<Step>, message: string | null) => void

/** Milliseconds until this tab tries again while another tab is sending. */
const OTHER_TAB = 5000
/** Two days in milliseconds. */
const DAYS_KEPT = 2 * 24 * 60 * 60 * 1000

/** The queue with a name. Each has one instance in the code, because its steps are sent in order. */
export class StepQueue<Step> {
  readonly #name: string
  readonly #request: Options<Step>['request']
  readonly #opening: Promise<{ store: StepStore<Step>; isKept: boolean }> | null
  readonly #channel: BroadcastChannel | null
  readonly #listeners = new Set<() => void>()
  readonly #answered = new Set<Answered<Step>>()
  #state: QueueState<Step> = { steps: null, isUnreachable: false, isKept: true }
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStarted = false
  #isSending = false
  #isAsked = false

  constructor({ name, request }: Options<Step>) {
    this.#name = name
    this.#request = request
    this.#opening = typeof window === 'undefined' ? null : openStore<Step>(name)
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  }

  readonly read = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Calls `listener` with each answered step and the reply's message; null if it was refused. Returns a function that
   * unsubscribes.
   */
  onAnswer(listener: Answered<Step>) {
    this.#answered.add(listener)
    return () => void this.#answered.delete(listener)
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#channel?.addEventListener('message', () => void this.#load())
    window.addEventListener('online', this.wake)
    window.addEventListener('focus', this.wake)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.wake())
    void this.#load()
      .then(() => this.#forgetOld())
      .then(() => this.#send())
  }

  async add(fields: { userId: string; day: string; step: Step; text: string } & Links): Promise<void> {
    const { store } = await this.#opening!
    const at = new Date().toISOString()
    const fresh = {
      key: newKey(),
      at,
      state: 'waiting',
      tries: 0,
      firstTriedAt: null,
      problem: null,
    } as const
    await store.add({ ...fields, ...fresh })
    await this.#changed()
    void this.#send()
  }

  /**
   * Removes a step from the queue if it was never sent. If other steps need it, removes nothing and returns the first of
   * them, which must be removed before. The screen may show an older state: `sent` if the step was sent since, `gone` if it
   * was removed since.
   */
  async cancel(key: string): Promise<'removed' | 'sent' | 'gone' | QueuedStep<Step>> {
    const [later] = needing(this.#state.steps ?? [], key)
    if (later) return later
    let outcome: 'removed' | 'sent' | 'gone' = 'gone'
    await this.#changeStep(key, (step) => {
      outcome = step.state === 'waiting' && step.tries === 0 ? 'removed' : 'sent'
      return outcome === 'removed' ? null : step
    })
    return outcome
  }

  /** Deletes a refused step, and sends those that it held. */
  async discard(key: string): Promise<void> {
    await this.#changeStep(key, (step) => (step.state === 'refused' ? null : step))
    this.wake()
  }

  /** Sends a refused step again, as a new request. @param step what is sent instead, if the day has changed */
  async tryAgain(key: string, step?: Step): Promise<void> {
    await this.#changeStep(key, (old) => ({
      ...old,
      step: step ?? old.step,
      key: newKey(),
      state: 'waiting',
      tries: 0,
      firstTriedAt: null,
      problem: null,
    }))
    this.wake()
  }

  /** Deletes the sent steps that are part of the shown day. */
  async forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#changeStep(key, (step) => (step.state === 'sent' ? null : step))
  }

  /** Sends immediately, for example after the shop has answered another request. */
  readonly wake = () => {
    this.#failures = 0
    void this.#send()
  }

  /** Deletes sent steps of days that are no longer in use. */
  async #forgetOld(): Promise<void> {
    const old = (this.#state.steps ?? []).filter((step) => Date.now() - Date.parse(step.at) > DAYS_KEPT)
    await this.forget(old.map(({ key }) => key))
  }

  async #load(): Promise<void> {
    const { store, isKept } = await this.#opening!
    this.#show({ steps: await store.all(), isKept })
  }

  #show(change: Partial<QueueState<Step>>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  async #changeStep(key: string, change: (step: QueuedStep<Step>) => QueuedStep<Step> | null): Promise<void> {
    const { store } = await this.#opening!
    await store.change(key, change)
    await this.#changed()
  }

  /** Reads the steps again, here and in the other tabs. */
  async #changed(): Promise<void> {
    await this.#load()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    this.#channel?.postMessage(null)
  }

  /** Sends the waiting steps of the signed-in user until none is left or the shop does not answer. */
  async #send(): Promise<void> {
    this.#isAsked = true
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#isAsked) {
        this.#isAsked = false
        clearTimeout(this.#timer)
        const wasOnly = await asOnlySender(`${this.#name}-sender`, (renew) => this.#sendAll(renew))
        if (!wasOnly) this.#timer = setTimeout(() => void this.#send(), OTHER_TAB)
      }
    } finally {
      this.#isSending = false
    }
  }

  async #sendAll(renew: () => void): Promise<void> {
    const { store } = await this.#opening!
    for (;;) {
      const userId = signedInUserId()
      const next = userId ? nextToSend(await store.all(), userId) : null
      if (!next) return
      renew()
      if (!(await this.#sendOne(next))) return
    }
  }

  /** Sends a step and stores the result. Returns whether the next step can be sent. */
  async #sendOne(step: QueuedStep<Step>): Promise<boolean> {
    if (isTooOld(step, Date.now())) {
      await this.#refuse(step, TOO_OLD)
      return true
    }
    // Stored before the request, because a step that may have reached the shop must stay in the queue.
    const tries = step.tries + 1
    const mark = { tries, firstTriedAt: step.firstTriedAt ?? Date.now() }
    let isThere = false
    await this.#changeStep(step.key, (stored) => {
      isThere = true
      return { ...stored, ...mark }
    })
    if (!isThere) return true
    try {
      const { message } = await this.#request(step)
      this.#failures = 0
      await this.#changeStep(step.key, (stored) => ({ ...stored, state: 'sent' }))
      this.#show({ isUnreachable: false })
      for (const listener of this.#answered) listener(step, message)
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return this.#afterFailure(step, error, tries)
    }
  }

  async #afterFailure(step: QueuedStep<Step>, error: CallError, tries: number): Promise<boolean> {
    const verdict = verdictOf(error.failure, tries)
    if (verdict === 'again') {
      this.#failures += 1
      this.#show({ isUnreachable: true })
      this.#timer = setTimeout(() => void this.#send(), pauseAfter(this.#failures))
      return false
    }
    this.#show({ isUnreachable: false })
    if (verdict === 'signIn') return false
    await this.#refuse(step, error.message)
    return true
  }

  async #refuse({ key }: QueuedStep<Step>, problem: string): Promise<void> {
    const refused = { state: 'refused', problem } as const
    await this.#changeStep(key, (stored) => ({ ...stored, ...refused }))
    const step = this.#state.steps?.find((one) => one.key === key)
    if (step) for (const listener of this.#answered) listener(step, null)
  }
}
