import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { media, type Medium } from '#shared/content/api/media.ts'
import { ask } from '../../api/query.ts'
import { Field } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './library.module.css'
import { NoMatch } from '../../ui/live-region.tsx'

/** The pictures of the media library, as buttons. */
export function Library({ choose, chosen }: { choose: (picture: Medium) => void; chosen?: string }) {
  const list = useQuery(ask(media.list, {}))
  const [wanted, setWanted] = useState('')
  if (list.isError) return <LoadError error={list.error} retry={list.refetch} />
  if (!list.data) return <Spinner what="Loading the pictures" />
  const found = list.data.filter(({ alt, usedOn }) =>
    `${alt} ${usedOn.join(' ')}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  return (
    <div className="stack-2">
      <Field
        label="Find a picture"
        type="search"
        unmarked
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {found.length === 0 ? <NoMatch>No picture matches.</NoMatch> : null}
      <ul className={`stack-1 ${styles.grid}`}>
        {found.map((picture) => (
          <li key={picture.file}>
            <button
              type="button"
              className={`full-width box-soft ${styles.choice}`}
              aria-pressed={chosen === undefined ? undefined : picture.file === chosen}
              onClick={() => choose(picture)}
            >
              <Picture
                of={picture.facts}
                sizes="9rem"
                alt={picture.alt || 'A picture without a description'}
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
