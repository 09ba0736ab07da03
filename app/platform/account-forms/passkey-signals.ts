/**
 * Tells the browser which passkeys the shop accepts, so that password managers stop offering removed ones. Not all browsers
 * can do it; a failure changes nothing. https://w3c.github.io/webauthn/#sctn-signal-methods
 */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { passkeys } from '#shared/people/api/passkeys.ts'
import { CallError } from '../api/call.ts'

type Signals = {
  signalAllAcceptedCredentials?: (accepted: Reply<typeof passkeys.list>['accepted']) => Promise<void>
  signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void>
}

/** Signals all passkeys of the signed-in account. */
export async function signalAccepted({ accepted }: Reply<typeof passkeys.list>): Promise<void> {
  await signals()
    ?.signalAllAcceptedCredentials?.(accepted)
    .catch(() => {})
}

/** Signals a passkey that no account has, if that is why the shop refused it. */
export async function signalUnknown(error: unknown, credentialId: string): Promise<void> {
  const rpId = error instanceof CallError ? error.data.unknownTo : undefined
  if (typeof rpId === 'string')
    await signals()
      ?.signalUnknownCredential?.({ rpId, credentialId })
      .catch(() => {})
}

function signals(): Signals | undefined {
  return window.PublicKeyCredential
}
