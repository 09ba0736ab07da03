import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { applies, fromForm, namesOf, toForm } from '#shared/platform/resources/described.ts'
import { applications, type OpenedApplication } from '#shared/wholesale/api/applications.ts'
import {
  APPLICATION_PARTS,
  applicationFields,
  type ApplicationForm as Typed,
} from '#shared/wholesale/resources/application.ts'
import { certificateFiles } from '#shared/wholesale/api/certificate-files.ts'
import { ResourceFields } from '#app/platform/admin/form/resource-form.tsx'
import { useOpened } from '#app/platform/admin/form/use-opened.ts'
import { sendFiles } from '#app/platform/api/send-files.ts'
import { call, CallError, fieldsIn } from '#app/platform/api/call.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { focusFirst } from '#app/platform/ui/use-problems.ts'
import { Paper, SendPaper } from '../forms/paper.tsx'
import styles from './apply.module.css'
import { useDraft } from './use-draft.ts'

type Props = {
  token: string
  application: OpenedApplication
  onSent: (sent: OpenedApplication) => void
  /** Fetches the application again, after it was changed elsewhere or the terms have changed. */
  reload: () => void
}

/** All questions on one page. What is typed is kept at the shop. */
export function ApplicationForm({ token, application, onSent, reload }: Props) {
  const ref = useRef<HTMLFormElement>(null)
  const opened = useOpened<Typed>({
    latest: { version: application.version, values: toForm(applicationFields, application.data) },
    names: namesOf(applicationFields),
  })
  const draft = useDraft(token, application.version, opened.values)
  const [name, setName] = useState('')
  const [accepts, setAccepts] = useState(false)
  const sending = useSending({ token, application, opened, draft, name, ref, onSent })
  return (
    <form
      ref={ref}
      className="stack-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending.isPending) sending.mutate(accepts)
      }}
    >
      <p className="measure-form">
        We need the legal name, the address, a phone number and an email address for bills. What you type is
        kept, so you can close this page and open the link in the email again.
      </p>
      {application.asked ? (
        <Alert>
          <p className={styles.asked}>{application.asked}</p>
        </Alert>
      ) : null}
      <Questions form={opened} />
      {opened.values.isResold ? <Certificate token={token} of={application.file} /> : null}
      <Terms of={application.terms.text} />
      <Signature name={name} setName={setName} accepts={accepts} setAccepts={setAccepts} />
      <Problem error={sending.error ?? (draft.isConflicting ? draft.failure : null)} reload={reload} />
      <div className="row-0-3 align-middle">
        <Button type="submit" busy={sending.isPending}>
          Send the application
        </Button>
        <p role="status" className="soft">
          {draft.isSaved
            ? 'What you typed is kept'
            : draft.failure
              ? 'Not kept yet'
              : 'Keeping what you type'}
        </p>
      </div>
    </form>
  )
}

function Questions({ form }: { form: ReturnType<typeof useOpened<Typed>> }) {
  return APPLICATION_PARTS.map(({ title, names }) => (
    <fieldset key={title} className="stack-3">
      <legend className={styles.legend}>{title}</legend>
      <ResourceFields
        of={applicationFields}
        names={names.filter((each) => applies(applicationFields[each], form.values))}
        form={form}
      />
    </fieldset>
  ))
}

/** The paper can also follow later. */
function Certificate({ token, of }: { token: string; of: OpenedApplication['file'] }) {
  const [file, setFile] = useState(of)
  return (
    <section className="stack-2 measure-form" aria-labelledby="paper">
      <h2 id="paper">Your certificate as a file</h2>
      <p>
        We need a copy of the signed paper. Only we can open it, and later the people of your account. You can
        also send it later.
      </p>
      {file ? <Paper of={file} /> : null}
      <SendPaper
        has={file !== null}
        send={async (files, options) => {
          const sent = await sendFiles(certificateFiles.sendByLink, files, { link: token, ...options })
          setFile(sent.file)
        }}
        onSent={() => undefined}
      />
    </section>
  )
}

type SignatureProps = {
  name: string
  setName: (name: string) => void
  accepts: boolean
  setAccepts: (accepts: boolean) => void
}

function Signature({ name, setName, accepts, setAccepts }: SignatureProps) {
  return (
    <div className="stack-3 measure-form">
      <Field
        label="Your name"
        name="acceptedName"
        value={name}
        onChange={({ target }) => setName(target.value)}
        autoComplete="name"
        maxLength={100}
        required
        hint="You sign for your business"
      />
      <CheckField
        label="I accept these terms for my business"
        name="accepts"
        checked={accepts}
        onChange={({ target }) => setAccepts(target.checked)}
      />
    </div>
  )
}

function Terms({ of: text }: { of: string }) {
  return (
    <section className="stack-2" aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <p className={`box-soft pad-2 ${styles.terms}`}>{text}</p>
    </section>
  )
}

type Sending = Pick<Props, 'token' | 'application' | 'onSent'> & {
  opened: ReturnType<typeof useOpened<Typed>>
  draft: ReturnType<typeof useDraft>
  name: string
  ref: React.RefObject<HTMLFormElement | null>
}

/** Sends the application after the drafts on their way, and shows the problem of each field. */
function useSending({ token, application, opened, draft, name, ref, onSent }: Sending) {
  return useMutation({
    mutationFn: (accepts: boolean) => {
      if (name.trim() === '') throw new CallError(400, 'Enter your name')
      if (!accepts) throw new CallError(400, 'Accept the terms to send the application')
      const data = fromForm(applicationFields, opened.values)
      return draft.inTurn((version) =>
        call(applications.send, {
          body: {
            token,
            version,
            data,
            termsVersion: application.terms.version,
            acceptedName: name,
            accepts: true,
          },
        }),
      )
    },
    onSuccess: onSent,
    onError: (error) => {
      const found = fieldsIn(error)
      for (const [field, message] of Object.entries(found)) opened.form.setError(field, { message })
      focusFirst(ref.current, found)
    },
  })
}

function Problem({ error, reload }: { error: Error | null; reload: () => void }) {
  if (!error) return null
  const fields = Object.values(fieldsIn(error))
  const isOld = error instanceof CallError && error.failure === 409
  return (
    <Alert tone="danger">
      {fields.length > 1 ? (
        <>
          <p>Please complete these fields:</p>
          <ul>
            {fields.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{error.message}.</p>
      )}
      {isOld ? (
        <Button look="line" onClick={reload}>
          Load it again
        </Button>
      ) : null}
    </Alert>
  )
}
