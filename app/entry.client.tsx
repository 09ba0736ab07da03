import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Hydrated />
    </StrictMode>,
  )
})

/** Tells the page that React listens to its input now (app/hydrate-on-input.tsx). */
function Hydrated() {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return <HydratedRouter />
}
