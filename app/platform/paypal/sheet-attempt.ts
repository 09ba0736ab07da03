/** One attempt to pay in a sheet of Apple or Google, which shows a sum before PayPal's order is opened. */
import { attemptOf, confirmError, isDeclined, PayError, requireSameAmount, type Payment } from './payment.ts'

/** What the sheet shows: the name of the shop, and the sum in dollars. */
export type Sheet = { merchantName: string; amount: string }

export const CLOSED = 'This payment was closed in the shop'

export type SheetAttempt = ReturnType<typeof sheetAttemptOf>

export function sheetAttemptOf(method: 'apple_pay' | 'google_pay', payment: Payment, { amount }: Sheet) {
  const attempt = attemptOf(payment)
  return {
    ...attempt,
    /** The id of PayPal's order, to be confirmed now. Throws if it has another sum, or if the buyer has left. */
    order: async (): Promise<string> => {
      const opened = await attempt.order()
      requireSameAmount(amount, opened)
      if (!attempt.mayApprove()) throw new PayError(CLOSED)
      return opened.orderId
    },
    /** Lets the shop capture a confirmed order. False if PayPal declined it; true also if that is not known in time. */
    isPaid: async (orderId: string): Promise<boolean> => !(await isDeclined(attempt.approved(orderId))),
    /** Reports an error of the confirmation. Returns the sentence for the buyer. */
    refused: (error: unknown): string => {
      const told = confirmError(error, method)
      attempt.failed(told)
      return told.message
    },
  }
}
