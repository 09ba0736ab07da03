import { useEffect, useRef } from 'react'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** A new secret, which the shop shows only this once. */
export function SecretOnce({ label, value, onDone }: { label: string; value: string; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      toast.success('Copied')
    } catch {
      toast.error('Not copied. Select it and copy it')
    }
  }
  return (
    <div className="stack-2 box mat pad-3 measure-wide">
      <Field
        ref={input}
        label={label}
        value={value}
        readOnly
        unmarked
        spellCheck={false}
        autoComplete="off"
        hint="Copy it now and keep it where you keep passwords. The shop cannot show it again."
        onFocus={({ target }) => target.select()}
      />
      <div className="row-0-3">
        <Button look="line" onClick={() => void copy()}>
          Copy
        </Button>
        <Button look="quiet" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </div>
  )
}
