/** What an owner reads if a bucket does not work: our own words, because any server could have answered. */
import { BucketFailure, PRIVATE } from '#server/platform/storage/s3-calls.ts'

type Problem = { outcome: 'refused' | 'unreached'; message: string; field?: string }

/** @param error of `checkStore` */
export function storageProblem(error: Error): Problem {
  const failure = failureIn(error)
  // The service has taken a file and has not given it back.
  if (failure === null) return hasStatus(error, 507) ? FULL : NO_STORAGE
  const { status, code } = failure
  if (status === null || status >= 500 || status === 408 || status === 429) return unreached(code)
  return { outcome: 'refused', ...(REFUSALS[code] ?? OTHER[status] ?? NO_STORAGE) }
}

const BUCKET_ELSEWHERE = {
  field: 'region',
  message: 'The bucket is in another region. Enter its region, and the endpoint of this region',
}

const NO_BUCKET = { field: 'bucket', message: 'There is no bucket with this name at this endpoint' }

const NO_RIGHT = {
  field: 'key',
  message: 'This access key may not list, read, write and delete files in this bucket. Allow it all four',
}

/** By the codes of S3. */
const REFUSALS: Record<string, { field: string; message: string }> = {
  InvalidAccessKeyId: { field: 'key', message: 'The storage service does not know this access key' },
  SignatureDoesNotMatch: { field: 'secret', message: 'This is not the secret key of this access key' },
  NoSuchBucket: NO_BUCKET,
  InvalidBucketName: NO_BUCKET,
  AccessDenied: NO_RIGHT,
  AllAccessDisabled: NO_RIGHT,
  PermanentRedirect: BUCKET_ELSEWHERE,
  TemporaryRedirect: BUCKET_ELSEWHERE,
  AuthorizationHeaderMalformed: BUCKET_ELSEWHERE,
  BucketRegionError: BUCKET_ELSEWHERE,
  IllegalLocationConstraintException: BUCKET_ELSEWHERE,
  QuotaExceeded: { field: 'bucket', message: 'The bucket has no space left' },
  RequestTimeTooSkewed: {
    field: 'endpoint',
    message: 'The clock of the machine of this shop is wrong, so the storage service refuses its calls',
  },
}

/** By the status, for services with codes of their own. */
const OTHER: Record<number, { field: string; message: string }> = {
  301: BUCKET_ELSEWHERE,
  307: BUCKET_ELSEWHERE,
  401: NO_RIGHT,
  403: NO_RIGHT,
  404: NO_BUCKET,
}

const NO_STORAGE: Problem = {
  outcome: 'refused',
  field: 'endpoint',
  message: 'The server at this address does not store files as S3 does. Check the endpoint',
}

const FULL: Problem = { outcome: 'refused', field: 'bucket', message: 'The bucket has no space left' }

function unreached(code: string): Problem {
  const message =
    code === 'ENOTFOUND'
      ? 'There is no server with this name. Check the spelling of the endpoint'
      : code === 'CERTIFICATE'
        ? 'The server at this address has no valid certificate. Check the endpoint'
        : code === PRIVATE
          ? 'The storage service was not reached, because this address is in a private network. Check the endpoint'
          : 'The storage service was not reached. Nothing has changed; check the endpoint, or try again in a moment'
  return { outcome: 'unreached', message }
}

function failureIn(error: unknown): BucketFailure | null {
  if (error instanceof BucketFailure) return error
  return error instanceof Error && error.cause !== undefined ? failureIn(error.cause) : null
}

function hasStatus(error: unknown, status: number): boolean {
  if (!(error instanceof Error)) return false
  return (error as { status?: unknown }).status === status || hasStatus(error.cause, status)
}
