/** The form of a resource with a description, an `_id` and a version. */
import {
  fromForm,
  namesOf,
  toForm,
  type EditOf,
  type Fields,
  type FormOf,
} from '#shared/platform/resources/described.ts'
import { NEW } from './edit-page.tsx'
import { useEditForm, type Editing } from './use-edit-form.ts'
import { mergeFields } from './use-opened.ts'

type Options<F extends Fields, Saved> = Pick<Editing<FormOf<F>, Saved>, 'list' | 'onSaved' | 'fieldOf'> & {
  /** The name of the resource: 'artist'. */
  what: string
  fields: F
  saved: EditOf<F> & { _id: string; version: number }
  /** Sends the values with the version that they are based on. */
  send: (edit: EditOf<F> & { version: number }) => Promise<Saved>
}

/** If other admins save the resource while the form is open, their changes are merged with the typed values. */
export function useResourceForm<F extends Fields, Saved>({
  what,
  fields,
  saved,
  send,
  ...rest
}: Options<F, Saved>) {
  const names = namesOf(fields)
  return useEditForm<FormOf<F>, Saved>({
    ...rest,
    draft: `${what}:${saved._id}`,
    isNew: saved._id === NEW,
    latest: { version: saved.version, values: toForm(fields, saved) },
    names,
    mergeOnArrival: mergeFields<FormOf<F>>(
      names,
      (name) => fields[name]!.label,
      (name, value) => (Array.isArray(value) ? fields[name]!.print(fields[name]!.fromForm(value)) : ''),
    ),
    fields,
    send: (values, { version }) => send({ ...fromForm(fields, values), version: Number(version) }),
  })
}
