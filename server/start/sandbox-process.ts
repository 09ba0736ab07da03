/**
 * Runs the sandboxes of all services without credentials in a child process. The shop uses them like any outside
 * service, with an address and credentials. decisions/026
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type {
  SandboxMove,
  SandboxReport,
  SandboxService,
  SandboxSettings,
} from '#shared/providers/sandbox.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { SECOND } from '#server/kernel/time/clock.ts'

const PROGRAM = join(import.meta.dirname, '../../sandbox/main.ts')
const RESTART_AFTER = SECOND

export type SandboxProcess = {
  /**
   * Starts the sandboxes in the process that was launched before the shop opened its database. Throws SandboxesUnusable
   * if they cannot start. If the process ends unexpectedly later, it is restarted with the same addresses, credentials
   * and journals; until then calls to the sandboxes fail.
   */
  start: () => Promise<SandboxReport>
  /** Sets the clock of the sandboxes ahead by milliseconds. */
  setAhead: (milliseconds: number) => void
  /** Ends the process, and waits until it has ended. */
  stop: () => Promise<void>
}

/** The sandboxes did not start. */
class SandboxesUnusable extends Error {
  override name = 'SandboxesUnusable'
}

/** The services that have no credentials in the environment. An owner may connect them while the shop runs. */
function servicesOf({ paypal, allowsSandbox, shippo, mapbox, mail, music }: Config): SandboxService[] {
  return [
    ...(paypal || !allowsSandbox ? [] : (['paypal'] as const)),
    ...(shippo ? [] : (['shippo'] as const)),
    ...(mapbox ? [] : (['mapbox'] as const)),
    ...(mail.smtpUrl ? [] : (['mail'] as const)),
    ...(music.mode === 'sandbox' ? (['music'] as const) : []),
  ]
}

/**
 * Launches the process of the sandboxes; returns null if every service is live.
 * @param print writes to the terminal
 */
export function launchSandboxes(config: Config, print: (text: string) => void): SandboxProcess | null {
  const services = servicesOf(config)
  if (services.length === 0) return null
  let child = launch()
  let isStopped = false
  let ahead = 0

  const start = async (settings: SandboxSettings): Promise<SandboxReport> => {
    const report = await reportOf(child, { ...settings, ahead })
    child.once('exit', (code, signal) => {
      if (!isStopped) void startAgain({ ...settings, again: report }, signal ?? `exit code ${code}`)
    })
    return report
  }
  const startAgain = async (settings: SandboxSettings, cause: string): Promise<void> => {
    print(`\n  The process of the sandboxes has ended (${cause}). It is started again.\n`)
    await pause(RESTART_AFTER)
    if (isStopped) return
    child = launch()
    await start(settings).catch((error: Error) => startAgain(settings, error.message))
  }
  return {
    start: () => start(settingsOf(config, services)),
    setAhead: (milliseconds) => {
      ahead = milliseconds
      if (child.connected) child.send({ ahead } satisfies SandboxMove)
    },
    stop: async () => {
      isStopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

function launch(): ChildProcess {
  // A small young generation is enough, because the sandboxes get few requests.
  const child = fork(PROGRAM, {
    execArgv: ['--max-semi-space-size=1'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // Sending to a process that has just ended emits an error; the `exit` event handles that case.
  child.on('error', () => {})
  return child
}

/** Sends the settings and waits for the report. Throws SandboxesUnusable. */
function reportOf(child: ChildProcess, settings: SandboxSettings): Promise<SandboxReport> {
  return new Promise((resolve, reject) => {
    const fail = (problem: string) => reject(new SandboxesUnusable(`The sandboxes did not start: ${problem}`))
    const hasEnded = (code: number | null, signal: string | null) =>
      fail(`their process ended (${signal ?? `exit code ${code}`})`)
    // The process may have ended while the database opened.
    if (child.exitCode !== null || child.signalCode !== null) hasEnded(child.exitCode, child.signalCode)
    child.once('exit', hasEnded)
    child.once('error', (error) => fail(error.message))
    child.on('message', (answer: { report?: SandboxReport; problem?: string }) => {
      if (answer.report) resolve(answer.report)
      else if (answer.problem) fail(answer.problem)
    })
    if (child.connected) child.send(settings)
  })
}

function settingsOf(config: Config, services: SandboxService[]): SandboxSettings {
  return {
    services,
    folder: config.dataDir,
    publicOrigin: config.publicOrigin ?? `http://localhost:${config.port}`,
    // With PORT=0 the port is not known yet, so the shop gets no webhooks and polls instead.
    shopOrigin: config.port === 0 ? null : localOrigin(config),
    shippoWebhookSecret: config.shippoWebhookSecret,
    controls: config.sandboxControls,
    again: null,
    ahead: 0,
  }
}

/** The shop's origin for other processes on this machine. */
function localOrigin({ host, port }: Config): string {
  const here = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}`
}
