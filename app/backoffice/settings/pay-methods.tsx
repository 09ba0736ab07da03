import { useState } from 'react'
import { settings } from '#shared/platform/api/settings.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { APPLE_DOMAIN_PATH, MAX_DOMAIN_FILE, payMethodFields } from '#shared/platform/settings/pay-methods.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { SandboxAccount } from '#app/platform/paypal/sandbox-account.tsx'
import { FileDrop } from '#app/platform/admin/file-drop.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { GroupPage, OpenFields } from './group-page.tsx'

const SWITCHES = namesOf(payMethodFields).filter((name) => name !== 'appleDomainFile')

/** Which ways to pay the checkout offers, and the file with which Apple checks the domain. */
export default function PayMethodsPage() {
  return (
    <GroupPage
      title="Ways to pay"
      id="pay-methods"
      fields={payMethodFields}
      read={settings.payMethods}
      save={settings.savePayMethods}
      intro="PayPal is always offered. The checkout shows a method only if PayPal has approved it for your account, and if the buyer’s browser can use it."
    >
      {(form, saved) => (
        <>
          <OpenFields of={payMethodFields} names={SWITCHES} form={form} saved={saved} />
          <SandboxAccount />
          <DomainFile
            value={form.values.appleDomainFile}
            problem={form.problems.appleDomainFile}
            onChange={(appleDomainFile) => form.change({ appleDomainFile })}
          />
        </>
      )}
    </GroupPage>
  )
}

type Props = { value: string; problem: string | undefined; onChange: (text: string) => void }

/** A chosen file is kept as it is. In a pasted text, the browser changes line ends to its own. */
function DomainFile({ value, problem, onChange }: Props) {
  const origin = useOrigin()
  const [refusal, setRefusal] = useState('')
  const read = async (file: File) => {
    const text = await textOf(file)
    setRefusal(text === null ? `${file.name} is not the text file that PayPal gives` : '')
    if (text === null) return
    onChange(text)
    announce(`${file.name} was read. Save to use it`)
  }
  return (
    <section className="stack-2 measure-form" aria-labelledby="apple-domain-file">
      <h2 id="apple-domain-file">Apple’s domain file</h2>
      <p>
        PayPal gives you this file when you add your domain for Apple Pay. Save it here first, then register
        the domain there, and leave the file here: Apple reads it again. It is at{' '}
        <span className="break-words">{origin + APPLE_DOMAIN_PATH}</span>
      </p>
      <FileDrop
        choose="Choose the file"
        hint={value === '' ? 'or drop it here' : `${value.length} characters, to be replaced by another file`}
        accept=""
        onFiles={([file]) => void read(file)}
      />
      {refusal === '' ? null : <p role="alert">{refusal}</p>}
      <TextareaField
        label="Or paste its text"
        name="appleDomainFile"
        rows={4}
        spellCheck={false}
        unmarked
        value={value}
        problem={problem}
        onChange={({ target }) => onChange(target.value)}
      />
      {value === '' ? null : (
        <p>
          <Button look="quiet" onClick={() => onChange('')}>
            Remove the file
          </Button>
        </p>
      )}
    </section>
  )
}

/** The exact text of a file; null if it is no text, or too large. */
async function textOf(file: File): Promise<string | null> {
  if (file.size > MAX_DOMAIN_FILE) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}
