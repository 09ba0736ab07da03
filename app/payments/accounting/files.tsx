import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { accounting, ACCOUNTING_FILES, type AccountingMonth } from '#shared/payments/api/accounting.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './accounting.module.css'

/** The files of a month. A file that is too large for the accounting software comes in parts. */
export function Files({ month, files }: Pick<AccountingMonth, 'month' | 'files'>) {
  const { hash } = useLocation()
  return (
    <section className={`stack-2 items-left ${styles.part}`} aria-labelledby="files">
      <h2 id="files" ref={hash === '#files' ? goTo : undefined}>
        Download
      </h2>
      <ul className={`stack-2 ${styles.files}`}>
        {files.map(({ file, parts }) => (
          <li key={file}>
            <h3>{ACCOUNTING_FILES[file].label}</h3>
            <p>{ACCOUNTING_FILES[file].about}</p>
            <div className="row-1">
              {Array.from({ length: parts }, (_, index) => (
                <Save key={index} {...{ month, file, part: index + 1, parts }} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The link to the heading can be followed before its month is loaded. */
function goTo(heading: HTMLElement | null): void {
  heading?.scrollIntoView()
}

type Part = { month: string; file: keyof typeof ACCOUNTING_FILES; part: number; parts: number }

function Save({ month, file, part, parts }: Part) {
  const saving = useMutation({
    mutationFn: () =>
      saveFile(accounting.file, { params: { month, file }, query: part === 1 ? {} : { part: String(part) } }),
    onError: (error) => toast.error(error.message),
  })
  const name = parts === 1 ? 'Download CSV' : `Part ${part}`
  return (
    <Button
      look="line"
      busy={saving.isPending}
      aria-label={`${name}, ${ACCOUNTING_FILES[file].label}`}
      onClick={() => saving.mutate()}
    >
      {name}
    </Button>
  )
}
