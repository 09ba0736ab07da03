import { LoadError } from './load-error.tsx'
import { Loading, SkeletonLines } from './skeleton.tsx'

type Answer = { error: Error | null; refetch: () => unknown }

/** Shown in place of what a query has not loaded: gray lines, or why it failed. */
export function NotLoaded({
  of: { error, refetch },
  what,
  lines,
  height = '9rem',
}: {
  of: Answer
  /** For screen readers: 'your orders'. */
  what: string
  lines: number
  /** The height of a line. */
  height?: string
}) {
  if (error) return <LoadError error={error} retry={refetch} />
  return (
    <>
      <Loading what={`Loading ${what}`} />
      <SkeletonLines count={lines} height={height} />
    </>
  )
}
