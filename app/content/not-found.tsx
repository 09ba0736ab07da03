import { data, redirect } from 'react-router'
import { presentPath } from '#shared/platform/former-paths.ts'

export function loader({ request }: { request: Request }): never {
  const to = presentPath(new URL(request.url))
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to redirect, and to answer 404
  throw to === undefined ? data(null, { status: 404 }) : redirect(to, 301)
}

export const clientLoader = loader

export default function NotFound() {
  return null
}
