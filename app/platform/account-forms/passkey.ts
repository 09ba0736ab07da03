/** Passkeys of this browser. Import it only when a passkey is used, because it loads the library. */
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { passkeys, type NewCredential, type PasskeyAnswer } from '#shared/people/api/passkeys.ts'
import { call } from '../api/call.ts'

/**
 * Asks for a passkey. Throws an error whose message can be shown.
 * @param isAutofill whether the browser offers passkeys in the field for the email, and not in a window
 */
export async function askForPasskey({ isAutofill = false } = {}): Promise<PasskeyAnswer> {
  const options = await call(passkeys.request, {})
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await explained(
    startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const signed = { clientDataJSON, authenticatorData, signature }
  return { id, rawId, type: 'public-key', response: { ...signed, ...(userHandle ? { userHandle } : {}) } }
}

/** Creates a passkey with the options of the server. Throws an error whose message can be shown. */
export async function createPasskey(options: Reply<typeof passkeys.create>): Promise<NewCredential> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await explained(startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** Ends the offer of passkeys in the field for the email. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony()
}

async function explained<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (error) {
    const { name, cause } = error as Error
    throw new Error(MESSAGES[name] ?? MESSAGES[(cause as Error | undefined)?.name ?? ''] ?? FAILED, {
      cause: error,
    })
  }
}

const FAILED = 'This browser could not use a passkey. Try again, or use your password'

/** By the names of WebAuthn's errors: https://w3c.github.io/webauthn/#sctn-createCredential */
const MESSAGES: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again, or use your password',
  AbortError: 'No passkey was used. Try again, or use your password',
  InvalidStateError: 'This device already has a passkey of your account',
  ConstraintError: 'This device has no fingerprint, face or PIN to protect a passkey with',
  SecurityError: 'Passkeys do not work at this address of the shop',
}
