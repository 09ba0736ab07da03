import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Alive />
    </StrictMode>,
  )
})

/** Tells the page when somebody listens (app/waking.ts). */
function Alive() {
  useEffect(() => {
    dispatchEvent(new Event('alive'))
  }, [])
  return <HydratedRouter />
}
