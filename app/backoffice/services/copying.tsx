/** The copying of the pictures to a bucket or back, after which the other place is used. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { services, type Connection } from '#shared/backoffice/api/services.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './services.module.css'
import { replaceConnection } from './use-connection.ts'

type Copy = NonNullable<NonNullable<Connection['pictures']>['copy']>

export function Copying({ of: copy, version }: { of: Copy; version: number }) {
  const { to, copied, total } = copy
  return (
    <div className="stack-2 items-left pad-y-1">
      <label className={`stack-1 ${styles.progress}`}>
        <span role="status">
          {TITLES[to]}:{' '}
          {total === 0 ? 'counting them' : `${formatNumber(copied)} of ${formatNumber(total)} copied`}
        </span>
        <progress value={copied} max={Math.max(total, 1)} />
      </label>
      {copy.problem === '' ? (
        <p className="measure-form soft">{NOTES[to]}</p>
      ) : (
        <Stopped of={copy} version={version} />
      )}
    </div>
  )
}

const TITLES = { bucket: 'Pictures to the bucket', folder: 'Pictures back to the data folder' }

const NOTES = {
  bucket:
    'Until all are there, the shop uses the data folder; then it uses the bucket by itself. You can leave this page. The copying goes on, even after a restart.',
  folder:
    'Until all are there, the shop uses the bucket; then the connection is removed by itself. You can leave this page. To stay with the bucket, press Test and save.',
}

function Stopped({ of: { to, copied, total, problem, nextTryAt }, version }: { of: Copy; version: number }) {
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => call(services.copyAgain, {}),
    onSuccess: (now) => replaceConnection(client, now),
    onError: (error) => toast.error(error.message),
  })
  const giveUp = useMutation({
    mutationFn: () =>
      call(services.remove, { params: { service: 'storage' }, body: { version, withoutPictures: true } }),
    onSuccess: (now) => replaceConnection(client, now),
    onError: (error) => toast.error(error.message),
  })
  const left = total === 0 ? 'Pictures' : counted(total - copied, 'picture')
  return (
    <>
      <Alert tone="danger">
        <p>
          <strong>The copying has stopped.</strong> {problem}. Nothing is lost.
          {nextTryAt === null ? '' : ` The shop tries again at ${formatDate(nextTryAt, 'time')}.`}
        </p>
      </Alert>
      <div className="row-1-2">
        <Button look="line" busy={again.isPending} onClick={() => again.mutate()}>
          Try again
        </Button>
        {to === 'folder' ? (
          <Button
            look="quiet"
            busy={giveUp.isPending}
            onClick={() => {
              if (
                window.confirm(
                  `Remove the connection now? ${left} that only the bucket has will be missing in the shop.`,
                )
              )
                giveUp.mutate()
            }}
          >
            Remove without the rest
          </Button>
        ) : null}
      </div>
    </>
  )
}
