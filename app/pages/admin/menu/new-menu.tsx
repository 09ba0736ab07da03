import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { menu } from '#shared/api/menu.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Picker, Sending } from '../pictures/picker.tsx'
import { useUpload } from '../pictures/use-upload.ts'
import { ChosenFiles } from './chosen-files.tsx'
import pictures from '../pictures/pictures.module.css'
import styles from './menu.module.css'

/** Files are chosen, named, and sent together. Visitors see the old menu until all of the new one is there. */
export function NewMenu({
  files,
  choose,
}: {
  files: readonly File[]
  choose: (files: readonly File[]) => void
}) {
  const client = useQueryClient()
  const id = useId()
  const { progress, problem, send, stop } = useUpload(menu.replace, {
    // Spec section 4: the old menu is deleted first. The shop keeps showing it until the new one is whole.
    prepare: () => call(menu.clear, {}),
    onKept: () => {
      choose([])
      void refresh(client, 'upload')
    },
  })
  return (
    <section className={styles.new} aria-labelledby={`${id}-new`}>
      <h2 id={`${id}-new`}>A new menu</h2>
      <p className={styles.hint}>
        Choose the pictures of all its pages, in their order. Each takes the title of the page it replaces,
        and its text too if you say so.
      </p>
      {progress === null ? (
        <Picker label="Choose the menu’s pages" describedBy={problem ? id : undefined} onFiles={choose} />
      ) : (
        <Sending of={progress} what="the menu" stop={stop} />
      )}
      <ChosenFiles files={files} />
      {problem ? (
        <p id={id} className={pictures.problem} role="alert">
          {problem} The old menu still hangs.
        </p>
      ) : null}
      <Button
        className={styles.button}
        busy={progress !== null}
        disabled={files.length === 0}
        onClick={() => send(files)}
      >
        Upload
      </Button>
    </section>
  )
}
