import { useEffect, useRef } from 'react'
import { saveBlob } from '#app/platform/api/save-file.ts'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './security.module.css'

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const download = () => {
    const lines = [`Recovery codes for ${window.location.host}. Each works once.`, '', ...codes, '']
    saveBlob(new Blob([lines.join('\r\n')], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <div className={`stack-2 pad-3 box mat ${styles.codes}`}>
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>
        If you lose your phone, you can sign in with your password and one of these codes. Each works once.
        They are shown only now: print them, or keep them in your password manager.
      </p>
      <ol className={styles.codeList}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="cluster screen-only">
        <Button look="line" onClick={download}>
          Download
        </Button>
        <Button look="line" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  )
}
