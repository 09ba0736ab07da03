/** What the forms of accounts share: the way to the shop, and where its objections are shown. */
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { EMAIL_TAKEN } from '#shared/api/users.ts'
import { CallError, fieldsIn } from '../../api/call.ts'
import { toast } from '../../ui/toast.tsx'
import { useProblems, type Problems } from '../../ui/use-problems.ts'

type Sending<Sent, Answer> = {
  send: (body: Sent) => Promise<Answer>
  onSent?: (answer: Answer) => unknown
  /** Which fields an error is about, and what to say there; nothing where the form says it otherwise. */
  explain?: (error: Error) => Problems | null
}

/**
 * Sends a form. An error is a toast, as section 8 of the specification has it, and stands beside its field until that
 * field is changed; under the empty name where it is about no field.
 */
export function useAccountForm<Sent, Answer>({ send, onSent, explain = problemsIn }: Sending<Sent, Answer>) {
  const ref = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const sending = useMutation({
    mutationFn: send,
    onMutate: () => {
      clear()
      toast.dropErrors()
    },
    onSuccess: onSent,
    onError: (error) => {
      const found = explain(error)
      if (!found) return
      toast.error(error.message)
      showProblems(ref.current, found)
    },
  })
  return {
    sending,
    problems,
    showProblems: (found: Problems) => showProblems(ref.current, found),
    form: { ref, ...events },
  }
}

/**
 * The fields that a refusal is about. The shop names none where an email has an account already or a new password is
 * weak, which are all that it refuses with 400 beyond the fields' own rules.
 */
export function problemsIn(error: Error): Problems {
  const fields = fieldsIn(error)
  if (Object.keys(fields).length > 0) return fields
  if (error.message === EMAIL_TAKEN) return { email: 'There is an account with this email. Use another one.' }
  if (error instanceof CallError && error.failure === 400) return { password: `${error.message}.` }
  return { '': `${error.message}.` }
}
