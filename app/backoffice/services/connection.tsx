/** How a service is connected: the values of the environment, or the form in which an owner enters them. */
import { useRef, type FormEvent } from 'react'
import type { Connection as Saved } from '#shared/backoffice/api/services.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { PROVIDER_NAMES, SERVICE_FIELDS, type ServiceField } from '#shared/platform/services.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'
import { PasswordField } from '#app/platform/ui/password-field.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import styles from './services.module.css'
import { useConnection, type Tested } from './use-connection.ts'

export function Connection({ of: saved }: { of: Saved }) {
  if (saved.source === 'environment') return <OfEnvironment of={saved} />
  return (
    <div className="stack-2">
      {saved.problem === '' ? null : <Alert tone="danger">{saved.problem}</Alert>}
      {saved.pictures ? <p className="measure-form">{PLACES[saved.pictures.place]}</p> : null}
      <Form key={shownIn(saved)} of={saved} />
    </div>
  )
}

const PLACES = {
  folder:
    'Pictures that you upload, and labels, are in the data folder of the shop. If several servers share the shop, or if its disk is small, store them in a bucket of a service like Amazon S3. When you save it, the shop first copies all of them there, in the background, and then uses the bucket. The data folder keeps its files.',
  bucket:
    'Pictures that you upload, and labels, are in this bucket. The data folder still has those from before, and shows them if the bucket fails. If you remove the connection, the shop first copies everything back, which needs room on its disk, and only one server that runs.',
}

/** What the form shows of a connection. What the shop itself changes, such as the id of a webhook, leaves typed texts alone. */
function shownIn({ service, source, fields, secrets }: Saved): string {
  const values = SERVICE_FIELDS[service].map(({ name }) => fields[name] ?? secrets[name] ?? '')
  return [source, ...values].join('\n')
}

/** Read-only: the shop does not write where it is installed. */
function OfEnvironment({ of: { service, variables, fields } }: { of: Saved }) {
  const known = SERVICE_FIELDS[service].filter(({ name }) => fields[name])
  return (
    <div className="stack-2">
      <p>
        Connected where the shop is installed, with{' '}
        <code className="break-words">{variables.join(', ')}</code>. To change it here instead, remove these
        lines there and restart the shop.
        {service === 'storage'
          ? ' Make a backup before that, and restore it afterwards: it puts the pictures of this bucket into the data folder.'
          : null}
      </p>
      {known.length === 0 ? null : (
        <dl className={styles.facts}>
          {known.map(({ name, label, choices }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd className="break-words">
                {choices?.find(({ value }) => value === fields[name])?.label ?? fields[name]}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Form({ of: saved }: { of: Saved }) {
  const { service } = saved
  const by = PROVIDER_NAMES[service]
  const ref = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const { test, save, remove, tested, onInput } = useConnection(saved, {
    show: (found) => showProblems(ref.current, found),
    reset: () => ref.current?.reset(),
  })
  const isBusy = test.isPending || save.isPending || remove.isPending
  const submit = (event: FormEvent<HTMLFormElement>, send: typeof test.mutate | typeof save.mutate) => {
    event.preventDefault()
    if (isBusy) return
    clear()
    send(textsOf(new FormData(ref.current!), ...SERVICE_FIELDS[service].map(({ name }) => name)))
  }
  const pressTest = (event: FormEvent<HTMLElement>) => {
    // The browser’s own validation, as before a submit.
    if (ref.current!.reportValidity()) submit(event as FormEvent<HTMLFormElement>, test.mutate)
  }
  return (
    <form
      ref={ref}
      {...events}
      method="post"
      autoComplete="off"
      className="stack-3 measure-form"
      aria-label={`Connect ${by}`}
      onInput={onInput}
      onSubmit={(event) => submit(event, save.mutate)}
    >
      {SERVICE_FIELDS[service].map((field) => (
        <Input key={field.name} of={field} saved={saved} problem={problems[field.name]} />
      ))}
      <Result of={tested} />
      <div className="row-1-2">
        <Button look="line" busy={test.isPending} aria-disabled={isBusy} onClick={pressTest}>
          Test
        </Button>
        <Button type="submit" busy={save.isPending} aria-disabled={isBusy}>
          Test and save
        </Button>
        {saved.source === 'screen' && saved.pictures?.copy?.to !== 'folder' ? (
          <Button
            look="quiet"
            busy={remove.isPending}
            aria-disabled={isBusy}
            onClick={() => {
              if (window.confirm(`Remove the connection to ${by}? ${removedText(saved)}`)) remove.mutate()
            }}
          >
            Remove
          </Button>
        ) : null}
      </div>
      <SavedBy of={saved} />
    </form>
  )
}

const REMOVED: Record<Saved['service'], string> = {
  payments: 'Buyers cannot pay until you connect it again.',
  shipping: 'Buyers get no real prices and you get no labels until you connect it again.',
  maps: 'Buyers type their address without suggestions.',
  mail: 'Emails are kept and not sent until you connect it again.',
  storage: 'The shop goes on with the pictures of the data folder.',
}

/** What happens when the connection is removed. */
function removedText({ service, pictures }: Saved): string {
  return pictures?.place === 'bucket'
    ? 'The shop first copies all pictures back to the data folder. Until then it uses the bucket.'
    : REMOVED[service]
}

function SavedBy({ of: { savedBy, savedAt } }: { of: Saved }) {
  if (savedBy === null || savedAt === null) return null
  return (
    <p className="note">
      Saved by {savedBy}, {formatDate(savedAt, 'dayAndTime')}.
    </p>
  )
}

/** What a test has found, for the values that are in the form. */
function Result({ of: tested }: { of: Tested | null }) {
  if (tested === null) return null
  if (tested.outcome === 'works')
    return (
      <Alert>
        <p>{tested.message}. It is not saved yet.</p>
        {tested.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Alert>
    )
  return (
    <Alert tone="danger">
      <p>
        <strong>{tested.outcome === 'refused' ? 'Refused.' : 'Not reached.'}</strong>{' '}
        {tested.field === undefined ? `${tested.message}.` : 'The reason is above, at the field.'} Nothing was
        changed.
      </p>
    </Alert>
  )
}

function Input({ of, saved, problem }: { of: ServiceField; saved: Saved; problem: string | undefined }) {
  const { name, label, where, choices, initial = '', isOptional = false, isSecret } = of
  const given = { label, name, required: !isOptional, ...(problem === undefined ? {} : { problem }) }
  if (choices)
    return (
      <SelectField {...given} hint={where} defaultValue={saved.fields[name] ?? initial}>
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    )
  if (!isSecret)
    return (
      <Field
        {...given}
        hint={where}
        defaultValue={saved.fields[name] ?? initial}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    )
  const end = saved.secrets[name]
  return (
    <PasswordField
      {...given}
      required={given.required && end === undefined}
      unmarked={end !== undefined}
      hint={end === undefined ? where : `${keptText(end)} ${where}`}
      autoComplete="off"
    />
  )
}

function keptText(end: string): string {
  const which = end === '' ? 'One is saved.' : `One is saved that ends with ${end}.`
  return `${which} Leave this empty to keep it.`
}
