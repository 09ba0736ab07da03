import { data, redirect } from 'react-router'

/** Pages that no longer exist, and what shows their content now. */
const MOVED: Readonly<Record<string, string>> = {
  '/shipping': '/checkout#delivery',
  '/payment': '/checkout#payment',
  '/placeorder': '/checkout#payment',
}

export function loader({ request }: { request: Request }): never {
  const path = new URL(request.url).pathname.replace(/\/$/, '').toLowerCase()
  const to = Object.hasOwn(MOVED, path) ? MOVED[path] : undefined
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to redirect, and to answer 404
  throw to === undefined ? data(null, { status: 404 }) : redirect(to)
}

export const clientLoader = loader

export default function NotFound() {
  return null
}
