/** Changes of saved payment methods that PayPal or the buyer makes without the shop, and delayed saving. */
import type { Context } from './orders.ts'
import { removeToken } from './vault.ts'
import { addToken, brandOf, emitToken } from './vault-tokens.ts'
import type { NextCharges, StoredSetup, StoredToken } from './vault-store.ts'

export type VaultSide = {
  /** The saved payment methods, the newest first. */
  savedMethods(): StoredToken[]
  /** Sets what PayPal does with the next charges of a saved payment method. False if there is no such method. */
  setNextCharges(token: string, next: NextCharges): boolean
  /** The buyer removes a saved payment method in the PayPal account. False if there is no such method. */
  removeAtPaypal(token: string): boolean
  /** The content of the approval window for a setup token; null for an unknown or expired token. */
  viewSetup(id: string): StoredSetup | null
  /** The buyer approves a setup token. False if the token is unknown. */
  approveSetup(id: string): boolean
  /** Whether payment methods are saved only by `saveNow`, some time after the capture. */
  saveLater(isLater: boolean): void
  /** Saves the payment method of a captured order, and sends the event. Returns the id of the payment token. */
  saveNow(orderId: string): string
}

export function vaultSide(context: Context): VaultSide {
  const { vault, store } = context
  return {
    savedMethods: () => vault.tokens(),
    setNextCharges(id, next) {
      const token = vault.token(id)
      if (token) vault.change(token, { next })
      return token !== null
    },
    removeAtPaypal: (id) => removeToken(context, id),
    viewSetup: (id) => vault.setup(id),
    approveSetup(id) {
      const setup = vault.setup(id)
      if (setup) vault.change(setup, { isApproved: true })
      return setup !== null
    },
    saveLater(isLater) {
      context.savesLater = isLater
    },
    saveNow(orderId) {
      const order = store.find(orderId)
      if (!order?.vault) throw new RangeError(`no payment method is saved with ${orderId}`)
      const { customerId } = order.vault
      const token = addToken(context, { orderId, customerId, brand: brandOf(order) })
      store.change(order, { vault: { id: token.id, customerId } })
      emitToken(context, token.id, 'CREATED')
      return token.id
    },
  }
}
