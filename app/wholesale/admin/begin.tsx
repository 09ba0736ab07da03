import { useQuery } from '@tanstack/react-query'
import { applications } from '#shared/wholesale/api/applications.ts'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { useMayOpen } from '#app/platform/session/role.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { APPLICATIONS, applicationPath, STATES } from './paths.ts'

/** Makes an application of a wholesale inquiry with one press; then leads to it. Nothing while wholesale is off. */
export function BeginApplication({ message }: { message: string }) {
  const part = usePart('wholesale')
  const mayOpen = useMayOpen(APPLICATIONS)
  if (part === 'off' || !mayOpen) return null
  return <Begin message={message} isOn={part === 'on'} />
}

function Begin({ message, isOn }: { message: string; isOn: boolean }) {
  const { data } = useQuery(ask(applications.ofMessage, { params: { id: message } }))
  const beginning = useChange(
    () => call(applications.begin, { body: { message } }),
    'messages',
    'applications',
    'desk',
  )
  if (data)
    return (
      <p className="cluster">
        <ButtonLink look="line" to={applicationPath(data._id)}>
          Open the application
        </ButtonLink>
        <span className="soft">{STATES[data.state]}</span>
      </p>
    )
  if (data === undefined || !isOn) return null
  return (
    <p className="cluster">
      <Button look="line" busy={beginning.isPending} onClick={() => beginning.mutate()}>
        Send the application
      </Button>
      <span className="soft">Mails a link to the questions for a wholesale account.</span>
    </p>
  )
}
