import { data } from 'react-router'

export function loader(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer 404
  throw data(null, { status: 404 })
}

export function clientLoader(): never {
  // oxlint-disable-next-line typescript/only-throw-error
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
