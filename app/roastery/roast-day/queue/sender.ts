/**
 * The queue of this browser: keeps the steps, sends them in order, and tells the screen about changes. It starts with
 * the first screen of a roast day and then works on all screens until the tab is closed.
 */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { call, CallError, type Input } from '#app/platform/api/call.ts'
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
  withDelay,
  type QueuedStep,
} from './queue.ts'
import type { Links, Step } from './steps.ts'
import { openStore } from './store.ts'

type QueueState = {
  /** The steps of all users, in order. Null until they are read. */
  steps: readonly QueuedStep[] | null
  /** Whether the last request got no answer. */
  isUnreachable: boolean
  /** False if the browser allows no storage: then the steps are lost with the page. */
  isKept: boolean
}

let state: QueueState = { steps: null, isUnreachable: false, isKept: true }
const listeners = new Set<() => void>()
/** Called after each step that the shop has answered. */
const answered = new Set<(step: QueuedStep, message: string | null) => void>()
const opening = typeof window === 'undefined' ? null : openStore()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('roast-day')
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isStarted = false

export const queue = {
  read: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /**
   * Calls `listener` with each answered step and the reply's message; null if it was refused. Returns a function that
   * unsubscribes.
   */
  onAnswer: (listener: (step: QueuedStep, message: string | null) => void) => {
    answered.add(listener)
    return () => void answered.delete(listener)
  },
  start,
  add,
  cancel,
  /** Deletes a refused step, and sends those that it held. */
  discard: async (key: string) => {
    await changeStep(key, (step) => (step.state === 'refused' ? null : step))
    queue.wake()
  },
  /** Sends a refused step again, as a new request. @param step what is sent instead, if the day has changed */
  tryAgain,
  /** Deletes the sent steps that are part of the shown day. */
  forget: async (keys: readonly string[]) => {
    for (const key of keys) await changeStep(key, (step) => (step.state === 'sent' ? null : step))
  },
  /** Sends immediately, for example after the shop has answered another request. */
  wake: () => {
    failures = 0
    void send()
  },
}

function start(): void {
  if (isStarted) return
  isStarted = true
  channel?.addEventListener('message', () => void load())
  window.addEventListener('online', queue.wake)
  window.addEventListener('focus', queue.wake)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && queue.wake())
  void load().then(forgetOld).then(send)
}

/** Deletes sent steps of days that are no longer in use. */
async function forgetOld(): Promise<void> {
  const old = (state.steps ?? []).filter((step) => Date.now() - Date.parse(step.at) > DAYS_KEPT)
  await queue.forget(old.map(({ key }) => key))
}

/** Two days in milliseconds. */
const DAYS_KEPT = 2 * 24 * 60 * 60 * 1000

async function load(): Promise<void> {
  const { store, isKept } = await opening!
  show({ steps: await store.all(), isKept })
}

function show(change: Partial<QueueState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

async function add(fields: { userId: string; day: string; step: Step; text: string } & Links): Promise<void> {
  const { store } = await opening!
  const at = new Date().toISOString()
  const fresh = { key: newKey(), at, state: 'waiting', tries: 0, firstTriedAt: null, problem: null } as const
  await store.add({ ...fields, ...fresh })
  await changed()
  void send()
}

async function changeStep(key: string, change: (step: QueuedStep) => QueuedStep | null): Promise<void> {
  const { store } = await opening!
  await store.change(key, change)
  await changed()
}

/** Reads the steps again, here and in the other tabs. */
async function changed(): Promise<void> {
  await load()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel?.postMessage(null)
}

/**
 * Removes a step from the queue if it was never sent. If other steps need it, removes nothing and returns the first of
 * them, which must be removed before. The screen may show an older state: `sent` if the step was sent since, `gone` if it
 * was removed since.
 */
async function cancel(key: string): Promise<'removed' | 'sent' | 'gone' | QueuedStep> {
  const [later] = needing(state.steps ?? [], key)
  if (later) return later
  let outcome: 'removed' | 'sent' | 'gone' = 'gone'
  await changeStep(key, (step) => {
    outcome = step.state === 'waiting' && step.tries === 0 ? 'removed' : 'sent'
    return outcome === 'removed' ? null : step
  })
  return outcome
}

async function tryAgain(key: string, step?: Step): Promise<void> {
  await changeStep(key, (old) => ({
    ...old,
    step: step ?? old.step,
    key: newKey(),
    state: 'waiting',
    tries: 0,
    firstTriedAt: null,
    problem: null,
  }))
  queue.wake()
}

let isSending = false
let isAsked = false

/** Sends the waiting steps of the signed-in user until none is left or the shop does not answer. */
async function send(): Promise<void> {
  isAsked = true
  if (isSending) return
  isSending = true
  try {
    while (isAsked) {
      isAsked = false
      clearTimeout(timer)
      if (!(await asOnlySender(sendAll))) timer = setTimeout(() => void send(), OTHER_TAB)
    }
  } finally {
    isSending = false
  }
}

/** Milliseconds until this tab tries again while another tab is sending. */
const OTHER_TAB = 5000

async function sendAll(renew: () => void): Promise<void> {
  const { store } = await opening!
  for (;;) {
    const userId = signedInUserId()
    const next = userId ? nextToSend(await store.all(), userId) : null
    if (!next) return
    renew()
    if (!(await sendOne(next))) return
  }
}

/** Sends a step and stores the result. Returns whether the next step can be sent. */
async function sendOne(step: QueuedStep): Promise<boolean> {
  if (isTooOld(step, Date.now())) {
    await refuse(step, TOO_OLD)
    return true
  }
  // Stored before the request, because a step that may have reached the shop must stay in the queue.
  const tries = step.tries + 1
  const mark = { tries, firstTriedAt: step.firstTriedAt ?? Date.now() }
  let isThere = false
  await changeStep(step.key, (stored) => {
    isThere = true
    return { ...stored, ...mark }
  })
  if (!isThere) return true
  try {
    const { message } = await request(step)
    failures = 0
    await changeStep(step.key, (stored) => ({ ...stored, state: 'sent' }))
    show({ isUnreachable: false })
    for (const listener of answered) listener(step, message)
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return afterFailure(step, error, tries)
  }
}

async function afterFailure(step: QueuedStep, error: CallError, tries: number): Promise<boolean> {
  const verdict = verdictOf(error.failure, tries)
  if (verdict === 'again') {
    failures += 1
    show({ isUnreachable: true })
    timer = setTimeout(() => void send(), pauseAfter(failures))
    return false
  }
  show({ isUnreachable: false })
  if (verdict === 'signIn') return false
  await refuse(step, error.message)
  return true
}

async function refuse({ key }: QueuedStep, problem: string): Promise<void> {
  const refused = { state: 'refused', problem } as const
  await changeStep(key, (stored) => ({ ...stored, ...refused }))
  const step = state.steps?.find((one) => one.key === key)
  if (step) for (const listener of answered) listener(step, null)
}

function request(queued: QueuedStep): Promise<{ message: string }> {
  const { step, key } = queued
  const input = withDelay(queued, Date.now())
  return call(roastDay[step.kind], input as Input<(typeof roastDay)[Step['kind']]>, { idempotencyKey: key })
}
