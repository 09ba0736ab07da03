import { useMutation, useQueryClient } from '@tanstack/react-query'
import { desk, type ServiceState } from '#shared/api/desk.ts'
import type { Reply } from '#shared/api/endpoint.ts'
import { call } from '../../../api/call.ts'
import { ask } from '../../../api/query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { momentInWords, secondInWords, timeInWords } from './days.ts'
import styles from './services.module.css'

const NAMES: Record<ServiceState['service'], { name: string; by: string; sandbox: string }> = {
  payments: { name: 'Payments', by: 'PayPal', sandbox: 'no money moves' },
  shipping: { name: 'Shipping', by: 'Shippo', sandbox: 'rates are invented, no parcel moves' },
  mail: { name: 'Mail', by: 'SMTP', sandbox: 'mail stays in the shop; read it under Mail' },
  maps: { name: 'Address search', by: 'Mapbox', sandbox: 'a small atlas, no real streets' },
}

/** Said where nobody can miss it: while a service fails, buyers are turned away. */
export function Outages({ of: services }: { of: ServiceState[] }) {
  const failing = services.filter(({ state }) => state === 'failing')
  if (failing.length === 0) return null
  return (
    <Alert tone="danger">
      {failing.map(({ service, since }) => (
        <p key={service}>
          <strong>{NAMES[service].name}</strong> ({NAMES[service].by}) {BE[service]} failing since{' '}
          {momentInWords(since!)}. <a href="#services">See the services</a>
        </p>
      ))}
    </Alert>
  )
}

const BE = { payments: 'are', shipping: 'is', mail: 'is', maps: 'is' }

/** Those outside on whom the shop depends, as the last real call found them. */
export function Services({ of: services }: { of: ServiceState[] }) {
  return (
    <section className={styles.services} aria-labelledby="services">
      <h2 id="services">Services</h2>
      <ul>
        {services.map((service) => (
          <Service key={service.service} of={service} />
        ))}
      </ul>
    </section>
  )
}

function Service({ of: it }: { of: ServiceState }) {
  const { name, by } = NAMES[it.service]
  const { test, isPending } = useTest(it.service)
  return (
    <li data-state={it.state}>
      <span className={styles.name}>
        {name} <span>{by}</span>
      </span>
      <span className={styles.mode} data-mode={it.mode}>
        {it.mode === 'live' ? 'Live' : it.mode === 'test' ? 'Test account' : 'Sandbox'}
      </span>
      <p className={styles.state}>
        {it.mode === 'live' ? null : <>{sentenceOf(NAMES[it.service].sandbox)} </>}
        <State of={it} />
      </p>
      <Button look="line" busy={isPending} onClick={test} aria-label={`Test connection: ${name}`}>
        Test connection
      </Button>
    </li>
  )
}

function State({ of: { state, at, since, problem, nextTryAt } }: { of: ServiceState }) {
  if (state === 'untried' || at === null || since === null) return 'Not needed since the shop was started.'
  if (state === 'working') return `Answered at ${timeInWords(at)}.`
  return (
    <>
      <strong>Failing since {momentInWords(since)}.</strong> {problem}
      {nextTryAt ? <> It is left alone for now; next try at {secondInWords(nextTryAt)}.</> : null}
    </>
  )
}

function useTest(service: ServiceState['service']) {
  const client = useQueryClient()
  const { name } = NAMES[service]
  const testing = useMutation({
    mutationFn: () => call(desk.test, { params: { service } }),
    onSuccess: (found) => {
      client.setQueryData<Reply<typeof desk.today>>(ask(desk.today, {}).queryKey, (known) =>
        known
          ? { ...known, services: known.services.map((each) => (each.service === service ? found : each)) }
          : known,
      )
      if (found.state === 'working') toast.success(`${name}: the connection works`)
      else toast.error(`${name}: ${found.problem}`)
    },
    onError: (error) => toast.error(error.message),
  })
  return { test: () => testing.mutate(), isPending: testing.isPending }
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
