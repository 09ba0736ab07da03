import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { passkeys, type PasskeyAnswer } from '#shared/people/api/passkeys.ts'
import { call } from '../api/call.ts'
import { signIn } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { signalUnknown } from './passkey-signals.ts'
import { FormProblem } from './form-problem.tsx'

/** Signs in with a passkey: with the button, or with a passkey that the browser offers in the email field. */
export function PasskeySignIn() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (given: PasskeyAnswer | null) => {
      const answer = given ?? (await (await import('./passkey.ts')).askForPasskey())
      try {
        return await call(passkeys.auth, { body: { answer } })
      } catch (problem) {
        void signalUnknown(problem, answer.id)
        throw problem
      }
    },
    onMutate: () => toast.dropErrors(),
    // The page around the form continues as soon as the user is signed in.
    onSuccess: signIn,
    onError: ({ message }) => toast.error(message),
  })
  useEffect(() => offerInField(mutate), [mutate])
  return (
    <>
      {error ? <FormProblem of={{ '': `${error.message}.` }} /> : null}
      <Button look="line" busy={isPending} onClick={() => mutate(null)}>
        Use a passkey
      </Button>
    </>
  )
}

/** Shorter than the lifetime of a challenge (server/people/factors/verify-passkey.ts). In milliseconds. */
const RENEW_AFTER = 9 * 60_000

/**
 * Lets the browser offer passkeys in the field with the autocomplete `webauthn`, if it can. Returns a function that ends
 * the offer.
 */
function offerInField(onAnswer: (answer: PasskeyAnswer) => void): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  const offer = async () => {
    if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) || isOver) return
    const { askForPasskey, stopAsking } = await import('./passkey.ts')
    if (isOver) return
    stop = stopAsking
    onAnswer(await askForPasskey({ isAutofill: true }))
  }
  // The visitor did not ask for a passkey, so a failure is not shown.
  const begin = () => void offer().catch(() => {})
  begin()
  const timer = setInterval(begin, RENEW_AFTER)
  return () => {
    isOver = true
    clearInterval(timer)
    stop?.()
  }
}
