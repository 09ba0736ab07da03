import { CallError } from '#app/platform/api/call.ts'

/**
 * Sends a request that takes a coffee or a size out of the shop. If people subscribe to it, asks first; after that, the coffee
 * ends for them today. If the person decides against it, throws the server's message.
 */
export async function withSubscribers<Reply>(
  send: (subscribers?: 'replace') => Promise<Reply>,
): Promise<Reply> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallError) || error.data['code'] !== 'subscribers') throw error
    const question = `${error.message}\n\nContinue anyway? We tell the subscribers today. They get the closest coffee from their next delivery on, or are asked to choose one.`
    if (!window.confirm(question)) throw new CallError(400, `Nothing was changed. ${error.message}`)
    return send('replace')
  }
}
