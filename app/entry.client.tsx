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

/** Tells hydrate-on-input.tsx that React now handles input. */
function Hydrated() {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return <HydratedRouter />
}
