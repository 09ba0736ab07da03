/** PayPal and the mail server for a measured shop: sandboxes in a process that the shop did not start. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SandboxReport, SandboxSettings } from '#shared/providers/sandbox.ts'
import { paypalAndMail } from '#test/torture/shared-sandboxes.ts'

const PROGRAM = join(import.meta.dirname, '../sandbox/main.ts')

export type Services = {
  /** The port at which buyers approve their payments. */
  paypalPort: number
  /** The settings with which a shop uses these services. */
  settings: Record<string, string>
  stop: () => Promise<void>
}

/** @param shopPort where PayPal's webhooks are posted */
export async function startServices(shopPort: number): Promise<Services> {
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const settings: SandboxSettings = {
    services: ['paypal', 'mail'],
    folder: null,
    publicOrigin: `http://localhost:${shopPort}`,
    shopOrigin: `http://127.0.0.1:${shopPort}`,
    shippoWebhookSecret: null,
    controls: false,
    again: null,
    ahead: 0,
  }
  child.send(settings)
  const [{ report, problem }] = (await once(child, 'message')) as [
    { report?: SandboxReport; problem?: string },
  ]
  if (!report?.paypal || !report.mail) throw new Error(`The sandboxes did not start: ${problem}`)
  return {
    paypalPort: Number(new URL(report.web).port),
    settings: paypalAndMail(report),
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
