/** Recomputes the cart's totals if the shop's tax rule has changed. */
import { useEffect } from 'react'
import { useLoadedBusiness } from '../api/business.ts'
import { setPriceRules } from './cart.ts'

/** Call on each page that shows or changes the cart. */
export function usePriceRules(): void {
  const business = useLoadedBusiness()
  const tax = business?.tax
  const barState = business?.place.state
  useEffect(() => {
    if (tax && barState) setPriceRules({ tax, barState })
  }, [tax, barState])
}
