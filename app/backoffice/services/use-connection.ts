/** Tests, saves and removes a connection. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { services, type Connection as Saved } from '#shared/backoffice/api/services.ts'
import { capitalized } from '#shared/kernel/counts.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { PROVIDER_NAMES, SERVICE_FIELDS } from '#shared/platform/services.ts'
import { call, CallError, fieldsIn } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'

export type Tested = Reply<typeof services.test>

/** The result of a test is dropped when something else is typed. */
export function useConnection(
  saved: Saved,
  { show, reset }: { show: (found: Record<string, string>) => void; reset: () => void },
) {
  const { service, version } = saved
  const client = useQueryClient()
  const params = { service }
  const typing = useRef(0)
  const [tested, setTested] = useState<Tested | null>(null)
  const shown = (found: Tested | null) => {
    setTested(found)
    if (found?.field !== undefined && found.outcome !== 'works') show({ [found.field]: found.message })
  }
  const onError = (error: Error) => {
    const failed = failureIn(error)
    if (failed) return shown(failed)
    toast.error(error.message)
    show(fieldsIn(error))
  }
  const keep = (textOf: (now: Saved) => string) => (now: Saved) => {
    toast.success(textOf(now))
    reset()
    return replaceConnection(client, now)
  }
  const onMutate = () => {
    toast.dropErrors()
    setTested(null)
  }
  const test = useMutation({
    mutationFn: async (fields: Record<string, string>) => {
      const before = typing.current
      const found = await call(services.test, { params, body: { fields } })
      return before === typing.current ? found : null
    },
    onMutate,
    onSuccess: shown,
    onError,
  })
  const save = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      call(services.save, { params, body: { version, fields } }),
    onMutate,
    onSuccess: keep(savedText),
    onError,
  })
  const remove = useMutation({
    mutationFn: () => call(services.remove, { params, body: { version } }),
    onMutate,
    onSuccess: keep(removedText),
    onError,
  })
  const followUsual = useUsual(service)
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    typing.current += 1
    setTested(null)
    followUsual(event)
  }
  return { test, save, remove, tested, onInput }
}

/** Keeps a field at the usual value for the choice of another field, until something is typed into it. */
function useUsual(service: Saved['service']) {
  const typed = useRef(new Set<string>())
  return ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
    const { name, value } = target as HTMLInputElement
    typed.current.add(name)
    for (const { name: follower, usual } of SERVICE_FIELDS[service]) {
      if (usual?.of !== name || typed.current.has(follower)) continue
      const input = form.elements.namedItem(follower) as HTMLInputElement
      // A saved value that is not usual was typed earlier.
      if (Object.values(usual.values).includes(input.value)) input.value = usual.values[value] ?? input.value
    }
  }
}

function savedText({ service, pictures }: Saved): string {
  return pictures?.copy
    ? 'The bucket is saved, and gets a copy of the pictures'
    : `${capitalized(PROVIDER_NAMES[service])} is connected`
}

function removedText({ service, source }: Saved): string {
  const isRemoved = service !== 'storage' || source === 'none'
  return isRemoved
    ? `The connection to ${PROVIDER_NAMES[service]} is removed`
    : 'The pictures are copied back'
}

/** Shows a connection as it is now, and reads again what depends on it. */
export function replaceConnection(client: QueryClient, now: Saved): Promise<void> {
  client.setQueryData<Reply<typeof services.list>>(
    ask(services.list, {}).queryKey,
    (cached) =>
      cached && {
        ...cached,
        connections: cached.connections.map((each) => (each.service === now.service ? now : each)),
      },
  )
  return refresh(client, 'services', 'desk', 'setup', 'config')
}

/** The result of the test with which saving begins, if it has failed. */
function failureIn(error: Error): Tested | null {
  if (!(error instanceof CallError)) return null
  const { outcome, field } = error.data
  if (outcome !== 'refused' && outcome !== 'unreached') return null
  return { outcome, message: error.message, notes: [], ...(typeof field === 'string' ? { field } : {}) }
}
