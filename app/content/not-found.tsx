import { data, redirect } from 'react-router'
import { presentPath } from '#shared/platform/former-paths.ts'

function toPresent({ request }: { request: Request }): never {
  const to = presentPath(new URL(request.url))
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to redirect, and to answer 404
  throw to === undefined ? data(null, { status: 404 }) : redirect(to, 301)
}

// Two functions: the build removes the server's one from the browser.
export const loader = (args: { request: Request }) => toPresent(args)
export const clientLoader = (args: { request: Request }) => toPresent(args)

export default function NotFound() {
  return null
}
